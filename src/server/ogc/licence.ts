/** A licence as people write it, as the identifier of SPDX that it is, when it is a common one. */

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/\bCC[\s-]?0\b|creativecommons\.org\/publicdomain\/zero/i, 'CC0-1.0'],
  [/\bCC[\s-]BY[\s-]NC[\s-]SA[\s-]?4|licenses\/by-nc-sa\/4/i, 'CC-BY-NC-SA-4.0'],
  [/\bCC[\s-]BY[\s-]NC[\s-]ND[\s-]?4|licenses\/by-nc-nd\/4/i, 'CC-BY-NC-ND-4.0'],
  [/\bCC[\s-]BY[\s-]NC[\s-]?4|licenses\/by-nc\/4/i, 'CC-BY-NC-4.0'],
  [/\bCC[\s-]BY[\s-]SA[\s-]?4|licenses\/by-sa\/4/i, 'CC-BY-SA-4.0'],
  [/\bCC[\s-]BY[\s-]SA[\s-]?3|licenses\/by-sa\/3/i, 'CC-BY-SA-3.0'],
  [/\bCC[\s-]BY[\s-]?4|licenses\/by\/4/i, 'CC-BY-4.0'],
  [/\bCC[\s-]BY[\s-]?3|licenses\/by\/3/i, 'CC-BY-3.0'],
  [/\bODbL\b|opendatacommons\.org\/licenses\/odbl/i, 'ODbL-1.0'],
  [/\bPDDL\b|opendatacommons\.org\/licenses\/pddl/i, 'PDDL-1.0'],
  [/\bODC[\s-]By\b|opendatacommons\.org\/licenses\/by/i, 'ODC-By-1.0'],
];

/** `other` for a licence that is stated but has no identifier; null when none is stated. */
export function spdxOf(licence: string | null): string | null {
  const text = licence?.trim().slice(0, 1000) ?? '';
  if (text === '') return null;
  return KNOWN.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
}
