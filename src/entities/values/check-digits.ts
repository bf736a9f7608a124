/** CPF, CNPJ and ISBN: recognised by their check digits, never completed or corrected. */

function modulo11(codes: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) sum += codes[i]! * weights[i]!;
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Eleven digits of which the last two check the others; the same digit eleven times is nobody's. */
export function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || /^(\d)\1{10}$/.test(digits)) return false;
  const codes = [...digits].map(Number);
  return (
    modulo11(codes, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === codes[9] &&
    modulo11(codes, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) === codes[10]
  );
}

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/** Twelve digits (since 2026 letters too, counted from their place behind the digits) and two that check them. */
export function isCnpj(code: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(code) || /^(\d)\1{13}$/.test(code)) return false;
  const codes = [...code].map((c) => c.charCodeAt(0) - 48);
  return modulo11(codes, CNPJ_WEIGHTS.slice(1)) === codes[12] && modulo11(codes, CNPJ_WEIGHTS) === codes[13];
}

/** The thirteen digits of an ISBN of ten or thirteen, or null when its check digit is wrong. */
export function isbn13(code: string): string | null {
  if (/^\d{9}[\dX]$/.test(code)) {
    let sum = 0;
    for (let i = 0; i < 10; i++) sum += (10 - i) * (code[i] === 'X' ? 10 : Number(code[i]));
    if (sum % 11 !== 0) return null;
    const body = `978${code.slice(0, 9)}`;
    return body + ean(body);
  }
  if (!/^97[89]\d{10}$/.test(code)) return null;
  return ean(code.slice(0, 12)) === code[12] ? code : null;
}

function ean(body: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(body[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}
