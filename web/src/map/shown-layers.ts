/**
 * Which layers lie on the map together, as the address says it: `camadas=521,511~b~50,514~c0392b`. The first lies on top. After the
 * number of the record stands its colour (a letter of the palette, which has a shade for dark pages too, or one of six digits) and how
 * opaque it is in per cent.
 */
export interface ShownLayer {
  readonly id: number;
  /** A letter of the palette, or `rrggbb`. */
  readonly colour: string;
  /** 10 to 100. */
  readonly opacity: number;
}

/** More at once nobody can tell apart. */
export const MOST_SHOWN = 8;

/** Letter → its shade on a light page and on a dark one. */
const PALETTE: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  a: ['#0b6e99', '#63b8e0'],
  b: ['#b4472b', '#f0936f'],
  c: ['#567a16', '#a9cc5c'],
  d: ['#7a4fa0', '#c39be6'],
  e: ['#96690a', '#ecc05a'],
  f: ['#b03a76', '#f08cc0'],
  g: ['#1f7a69', '#6fd0bb'],
  h: ['#5a5a5a', '#c8c8c8'],
};
const LETTERS = Object.keys(PALETTE);

const ENTRY = /^(\d{1,15})(?:~([a-h]|[0-9a-f]{6}))?(?:~(\d{2,3}))?$/;

export function readShown(text: string | undefined): ShownLayer[] {
  const shown: ShownLayer[] = [];
  for (const part of (text ?? '').split(',')) {
    const [, id, colour, opacity] = ENTRY.exec(part) ?? [];
    if (id === undefined || shown.length >= MOST_SHOWN || shown.some((one) => one.id === Number(id)))
      continue;
    shown.push({
      id: Number(id),
      colour: colour ?? freeColour(shown),
      opacity: Math.max(10, Math.min(100, Number(opacity ?? 100))),
    });
  }
  return shown;
}

export function writeShown(shown: readonly ShownLayer[]): string {
  return shown
    .map(({ id, colour, opacity }) => `${id}~${colour}${opacity === 100 ? '' : `~${opacity}`}`)
    .join(',');
}

/** The first colour of the palette that no other layer has. */
function freeColour(shown: readonly ShownLayer[]): string {
  return LETTERS.find((letter) => shown.every(({ colour }) => colour !== letter)) ?? LETTERS[0]!;
}

/** With one more, on top of the others; as it was when there is no room. */
export function withLayer(shown: readonly ShownLayer[], id: number): readonly ShownLayer[] {
  if (shown.length >= MOST_SHOWN || shown.some((one) => one.id === id)) return shown;
  return [{ id, colour: freeColour(shown), opacity: 100 }, ...shown];
}

export function withoutLayer(shown: readonly ShownLayer[], id: number): ShownLayer[] {
  return shown.filter((one) => one.id !== id);
}

/** With one moved towards the top (-1) or the bottom (1). */
export function movedLayer(shown: readonly ShownLayer[], id: number, by: -1 | 1): ShownLayer[] {
  const moved = [...shown];
  const at = moved.findIndex((one) => one.id === id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= moved.length) return moved;
  [moved[at], moved[to]] = [moved[to]!, moved[at]!];
  return moved;
}

export function changedLayer(
  shown: readonly ShownLayer[],
  id: number,
  change: Partial<Omit<ShownLayer, 'id'>>,
): ShownLayer[] {
  return shown.map((one) => (one.id === id ? { ...one, ...change } : one));
}

/** The colour as a page needs it. */
export function shade(colour: string, dark: boolean): string {
  return PALETTE[colour]?.[dark ? 1 : 0] ?? `#${colour}`;
}
