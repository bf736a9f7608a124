/** The five-page player site of the published example (docs/methods.md, "ORION"), with one value a slot, and its variants. */

export interface Player {
  readonly url: string;
  readonly name: string;
  readonly position: string;
  readonly number: string;
  readonly place: string;
  readonly date: string;
  readonly weight: string;
  readonly height: string;
}

const row = (...cells: string[]): Player => {
  const [url, name, position, number, place, date, weight, height] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { url, name, position, number, place, date, weight, height };
};

export const PLAYERS: readonly Player[] = [
  row('messi', 'Lionel Messi', 'FORWARD', '10', 'Rosario', '24/06/1987', '72 Kg', '170 cm'),
  row('iniesta', 'Andrés Iniesta', 'MIDFIELDER', '8', 'Fuentealbilla', '11/05/1984', '68 Kg', '171 cm'),
  row('pique', 'Gerard Piqué', 'DEFENDER', '3', 'Barcelona', '02/02/1987', '85 Kg', '193 cm'),
  row('suarez', 'Luis Suárez', 'FORWARD', '9', 'Salto', '24/01/1987', '86 Kg', '182 cm'),
  row('busquets', 'Sergio Busquets', 'MIDFIELDER', '5', 'Sabadell', '16/07/1988', '73 Kg', '189 cm'),
];

/** F-E1; `withoutWeight` names the pages that lack that block (F-E2). */
export function playerPage(player: Player, withoutWeight = false): string {
  return `<HTML><BODY><H1>${player.name}</H1><DIV><SPAN>${player.position}</SPAN><SPAN>${player.number}</SPAN></DIV><DIV>
<DL><DT>PLACE OF BIRTH</DT><DD>${player.place}</DD></DL>
<DL><DT>DATE OF BIRTH</DT><DD>${player.date}</DD></DL>
${withoutWeight ? '' : `<DL><DT>WEIGHT</DT><DD>${player.weight}</DD></DL>\n`}<DL><DT>HEIGHT</DT><DD>${player.height}</DD></DL>
</DIV></BODY></HTML>`;
}

export function playerSite(withoutWeight: readonly string[] = []): { url: string; html: string }[] {
  return PLAYERS.map((player) => ({
    url: player.url,
    html: playerPage(player, withoutWeight.includes(player.url)),
  }));
}

/** F-E3: three pages with a horizontal table, and a page of noise. */
export function tableSite(): { url: string; html: string }[] {
  const table = (name: string, team: string, height: string) =>
    `<TABLE><TBODY><TR><TH>Name</TH><TH>Team</TH><TH>Height</TH></TR><TR><TD>${name}</TD><TD>${team}</TD><TD>${height}</TD></TR></TBODY></TABLE>`;
  return [
    { url: 'ana', html: table('Ana', 'Reds', '170') },
    { url: 'bia', html: table('Bia', 'Blues', '171') },
    { url: 'cid', html: table('Cid', 'Greens', '180') },
    { url: 'noise', html: '<P>Photo gallery</P><P>Name</P>' },
  ];
}
