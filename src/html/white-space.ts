/** White space of readers, not of the parser: JavaScript's `\s`, and control characters. */
export function isSpace(unit: number): boolean {
  if (unit <= 32 || unit === 160) return true;
  return unit >= 0x1680 && isWideSpace(unit);
}

function isWideSpace(unit: number): boolean {
  return (
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x3000 ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x1680 ||
    unit === 0xfeff
  );
}
