// Light or dark, decided before the first paint: a plain script, so that it does not wait for
// modules. "system" follows the setting of the machine. Storage may be switched off.
document.documentElement.dataset.theme = "system";
try {
	document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("inarow-theme")) || "system";
} catch {}
