/** Letters put in, left out, changed, or exchanged with their neighbour; counting stops above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = new Uint8Array(b.length + 1);
  let last = Uint8Array.from({ length: b.length + 1 }, (_, j) => Math.min(255, j));
  let row = new Uint8Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = Math.min(255, i);
    let least = row[0];
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      )
        cost = Math.min(cost, before[j - 2]! + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[b.length]!;
}
