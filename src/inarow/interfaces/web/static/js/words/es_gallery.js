/** The gallery of games in Spanish. */
export const words = {
	gallery: "Elige un juego",
	galleryIntro: "Cada uno se explica con tres imágenes y un intento.",
	allGames: "Todos los juegos",
	rulesOf: (game) => `${game}, reglas con ejemplos`,
	rulesByExample: "Reglas con ejemplos",
	yourTurn: "Te toca",
	tryRight: "¡Correcto! Ya sabes cómo va.",
	tryWrong: "Esa no. Mira otra vez.",
	opponents: "Contra quién",
	eloHelp: "Elo medido: 0 juega al azar, 400 más son diez a uno, ± es el error del 95 %.",
	playAgainst: (name) => `Jugar contra ${name}`,
	twoPeople: "Dos personas en esta pantalla",
	twoScreens: "Dos personas, cada una en su pantalla",
	morePlayers: "Más: tamaño, relojes, otros jugadores",
	rules: {
		connect_four: {
			three: [
				"La ficha cae al hueco libre más bajo de su columna.",
				"Cuatro propias en raya ganan: en horizontal, en vertical …", "… o en diagonal.",
			],
			try: "Eres X y tienes tres en raya. Haz la cuarta.",
		},
		random_drop: {
			three: [
				"Empieza como el cuatro en raya: las fichas caen y ganan cuatro en línea.",
				"En vez de jugar puedes pedir los dados: cae al azar una ficha tuya y después una del rival.",
				"Cuatro en raya ganan, a propósito o por suerte.",
			],
			try: "Eres X y tienes tres en raya. Aquí no te hace falta suerte.",
		},
		mnk: {
			three: [
				"Tú eliges el tablero y cuántas en raya ganan; aquí son cuatro en 5 × 5. La ficha va a cualquier casilla.",
				"Cuatro en raya ganan: en vertical, en horizontal …", "… o en diagonal.",
			],
			try: "Eres X. O está a punto de hacer cuatro: impídelo.",
		},
		tic_tac_toe: {
			three: [
				"Pon una ficha en cualquier casilla vacía.", "Tres en raya ganan: en horizontal, vertical o diagonal.",
				"Si se llenan las casillas y nadie tiene tres, son tablas.",
			],
			try: "Eres X. O está a punto de ganar: impídelo.",
		},
		gomoku: {
			three: [
				"Negro y Blanco juegan por turnos en los cruces.",
				"Tres con los dos extremos abiertos amenazan: luego serían cuatro con dos caminos al cinco.",
				"Cinco en raya ganan.",
			],
			try: "Eres Negro y tienes cuatro en raya. Haz la quinta.",
		},
		nine_board: {
			three: [
				"Los dados ponen la primera ficha, aquí en la casilla central: así que O juega en el tablero central.",
				"Tu casilla los envía allí: O tomó la de arriba a la derecha, así que X juega en ese tablero.",
				"Tres en raya en un solo tablero ganan toda la partida.",
			],
			try: "Eres X y te han enviado al tablero marcado. Gana allí.",
		},
		ultimate_tic_tac_toe: {
			three: [
				"La casilla que tomas es el tablero en que juega el rival: de la casilla de arriba a la derecha a ese tablero.",
				"Tres en raya ganan un tablero pequeño.", "Tres tableros pequeños en línea ganan la partida.",
			],
			try: "Eres X. Gana el tablero marcado.",
		},
		pop_out: {
			three: [
				"Las fichas caen como en el cuatro en raya.",
				"O saca una ficha propia de abajo: todas las de encima bajan un puesto.", "Cuatro en raya ganan.",
			],
			try: "Eres X. Saca una de tus fichas de abajo para que se junten cuatro.",
		},
	},
};
