/**
 * Acceptance cases that are properties of a library, each with the reason why no command or page could show it. A case that a person can see
 * and that has no test of that kind yet is not named here: docs/acceptance.md lists it as such.
 */
const FORMULA = 'the value of a formula on a worked example; people see only what is decided by it';
const EVERY_INPUT = 'holds for every input: drawn at random by the thousand, which no command line could';
const WORK = 'counted steps inside a structure; the time is a benchmark';
const SIMULATED = 'of a Web of 100,000 hosts and a million pages, which is simulated in virtual time';
const MEASURE = 'a measure of the evaluations: `npm run eval` prints what it gives on a corpus';
const TREE = 'a property of the graph that rules are learned on, before any of them is printed';

const REASONS: readonly (readonly [reason: string, cases: readonly string[]])[] = [
  [FORMULA, ['G-AC-001', 'G-AC-003', 'G-AC-004', 'G-AC-124', 'G-AC-137', 'T-INC-4', 'T-INC-5']],
  [
    FORMULA,
    ['X-A08', 'X-A09', 'X-A10', 'X-A13', 'X-A14', 'X-A15', 'X-A16', 'X-A17', 'X-A18', 'X-A19', 'X-A20'],
  ],
  [
    FORMULA,
    [
      'O-AC-01',
      'O-AC-02',
      'O-AC-03',
      'O-AC-04',
      'O-AC-05',
      'O-AC-06',
      'O-AC-07',
      'O-AC-08',
      'O-AC-09',
      'O-AC-10',
    ],
  ],
  [FORMULA, ['O-AC-51', 'O-AC-52', 'O-AC-53', 'O-AC-54', 'O-AC-55', 'O-AC-56', 'O-AC-59', 'O-AC-62']],
  [EVERY_INPUT, ['T-URL-9', 'T-SEG-5', 'T-PRI-2', 'X-A22', 'X-A32', 'O-AC-41']],
  [WORK, ['H-5', 'T-NFR-1', 'T-NFR-2', 'O-AC-72']],
  [SIMULATED, ['H-4', 'H-9', 'H-10']],
  [MEASURE, ['G-AC-160', 'G-AC-161', 'G-AC-162']],
  [MEASURE, ['X-A36', 'X-A37', 'X-A38', 'X-A40', 'X-A41', 'X-A42', 'X-A43', 'X-A44']],
  [MEASURE, ['O-AC-47', 'O-AC-65', 'O-AC-66', 'O-AC-67', 'O-AC-68', 'O-AC-69']],
  [TREE, ['O-AC-26', 'O-AC-27', 'O-AC-28', 'O-AC-29', 'O-AC-30', 'O-AC-31', 'O-AC-33', 'O-AC-35', 'O-AC-37']],
];

export const LIBRARY_PROPERTIES: Readonly<Record<string, string>> = Object.fromEntries(
  REASONS.flatMap(([reason, cases]) => cases.map((id) => [id, reason])),
);
