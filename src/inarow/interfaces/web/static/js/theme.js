// Light or dark, decided before the first paint: a plain script, so that it does not wait for
// modules. "system" follows the setting of the machine.
(() => {
	const key = "inarow-theme";
	const read = () => {
		try {
			return localStorage.getItem(key) || "system";
		} catch {
			return "system"; // storage is switched off: the choice lasts for this visit
		}
	};
	const apply = (choice) => {
		document.documentElement.dataset.theme = choice;
	};
	apply(read());
	addEventListener("inarow-theme", (event) => {
		const choice = event.detail;
		apply(choice);
		try {
			localStorage.setItem(key, choice);
		} catch {
			return;
		}
	});
})();
