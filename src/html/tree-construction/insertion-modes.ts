/**
 * The insertion modes of the standard. "text" and "in table text" are not modes here: raw text is read in one go, and text inside a table
 * waits in `waiting` until the next token.
 */

export const MODE = {
  INITIAL: 0,
  BEFORE_HTML: 1,
  BEFORE_HEAD: 2,
  IN_HEAD: 3,
  AFTER_HEAD: 4,
  IN_BODY: 5,
  IN_TABLE: 6,
  IN_CAPTION: 7,
  IN_COLUMN_GROUP: 8,
  IN_TABLE_BODY: 9,
  IN_ROW: 10,
  IN_CELL: 11,
  IN_TEMPLATE: 12,
  AFTER_BODY: 13,
  IN_FRAMESET: 14,
  AFTER_FRAMESET: 15,
  AFTER_AFTER_BODY: 16,
  AFTER_AFTER_FRAMESET: 17,
} as const;
