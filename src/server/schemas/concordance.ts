/** Words in their context: lines, years and collocates. */
import { Type } from 'typebox';
import { Count, nullable, record } from './shapes.ts';

const Amount = Type.Number({ minimum: 0 });

const total = {
  hits: Count,
  pages: Count,
  perMillion: Amount,
  words: Type.Integer({ minimum: 0, description: 'words of all pages that were asked about' }),
  estimated: Type.Boolean({ description: 'hits and pages are told from a sample of the pages' }),
  error: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'how far off hits may be, as a part of them, in 95 of 100 cases; 0 where they are counted',
  }),
  wordsEstimated: Type.Boolean({
    description: 'words of pages that an earlier version indexed are estimated',
  }),
};

const Line = record('ConcordanceLine', {
  left: Type.String(),
  key: Type.String(),
  right: Type.String(),
  page: Count,
  url: Type.String(),
  title: Type.String(),
  site: Type.String(),
  year: nullable(Type.Integer()),
  start: Type.Integer({ minimum: 0, description: 'of the key in the text of the page, UTF-16' }),
  end: Count,
});

export const ConcordanceSchema = record('Concordance', {
  ...total,
  lines: Type.Array(Line),
  next: nullable(Type.String({ description: 'cursor of the next part; null at the end' })),
});

const Year = record('YearFrequency', {
  year: Type.Integer(),
  hits: Count,
  pages: Count,
  words: Count,
  perMillion: Amount,
});

export const WordYearsSchema = record('WordYears', {
  ...total,
  published: Type.Array(Year),
  spoken: Type.Array(Year),
});

const CollocateSchema = record('Collocate', {
  word: Type.String(),
  together: Count,
  left: Count,
  right: Count,
  frequency: Count,
  estimated: Type.Boolean(),
  logLikelihood: Amount,
  logDice: Type.Number(),
  mutualInformation: Type.Number(),
});

export const CollocationsSchema = record('Collocations', {
  ...total,
  collocates: Type.Array(CollocateSchema),
  hitsRead: Type.Integer({ minimum: 0, description: 'hits whose surroundings were read' }),
});
