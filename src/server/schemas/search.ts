/** A question as it was understood, and its answer. */
import { Type } from 'typebox';
import type { Clause } from '../../catalogue/index.ts';
import { Place } from './places.ts';
import { Box, Count, Milliseconds, nullable, Period, record, Share } from './shapes.ts';

export const Kind = Type.Enum(['page', 'entity', 'geo-file', 'service']);

const ref = <T>(name: string) => Type.Unsafe<T>({ $ref: `#/components/schemas/${name}` });

/** Contains itself: named here, so that the description can refer to it. */
const ClauseSchema = Type.Unsafe<Clause>({
  title: 'Clause',
  anyOf: [
    Type.Object({
      kind: Type.Enum(['word', 'phrase']),
      text: Type.String(),
      field: Type.Optional(
        Type.Enum(['title', 'author'], { description: 'where the words must stand; anywhere when absent' }),
      ),
    }),
    Type.Object({ kind: Type.Enum(['and', 'or']), clauses: Type.Array(ref<Clause>('Clause')) }),
    Type.Object({ kind: Type.Literal('not'), clause: ref<Clause>('Clause') }),
  ],
});

const chip = {
  start: Count,
  end: Count,
  text: Type.String(),
  implied: Type.Boolean({ description: 'recognised in plain words rather than written with a prefix' }),
  negated: Type.Boolean(),
  instead: Type.String({ description: 'what the line gets in its place when the chip is taken out' }),
};

export const Chip = Type.Union(
  [
    Type.Object({ ...chip, kind: Type.Literal('when'), period: Period }),
    Type.Object({ ...chip, kind: Type.Literal('published'), period: Period }),
    Type.Object({
      ...chip,
      kind: Type.Literal('where'),
      place: nullable(Place),
      box: Box,
      others: Type.Array(Place),
      covers: Type.Optional(
        Type.Array(Place, { description: 'of a box: the places that it covers, the best fitting first' }),
      ),
    }),
    Type.Object({ ...chip, kind: Type.Literal('site'), site: Type.String() }),
    Type.Object({ ...chip, kind: Type.Literal('kind'), value: Kind }),
    Type.Object({ ...chip, kind: Type.Literal('language'), value: Type.String() }),
    Type.Object({
      ...chip,
      kind: Type.Literal('dates'),
      value: Type.Literal('all', { description: 'dates of publication with weak evidence count too' }),
    }),
  ],
  { title: 'QueryChip' },
);

export const QuerySchema = record('Query', {
  line: Type.String(),
  clause: nullable(ClauseSchema),
  chips: Type.Array(Chip),
  unknownPlaces: Type.Array(
    Type.Object({
      start: Count,
      end: Count,
      text: Type.String(),
      meant: Type.Array(Place),
      implied: Type.Boolean({ description: 'without a prefix: searched as plain words' }),
    }),
  ),
});

const SnippetSchema = record('Snippet', {
  text: Type.String(),
  matches: Type.Array(Type.Tuple([Count, Count])),
  at: Count,
  periods: Type.Array(Period),
});

const hit = {
  id: Type.Integer(),
  kind: Kind,
  url: Type.String(),
  site: Type.String(),
  title: Type.String(),
  fetchedAt: nullable(Milliseconds),
  published: nullable(Type.String()),
  publishedConfidence: nullable(Share),
  publishedDoubtful: Type.Boolean({
    description:
      'true: weak evidence; the date counts in no facet and no condition unless all dates are asked for',
  }),
  publishedEvidence: nullable(
    Type.Object({
      source: Type.String({ description: 'what the date was read from: json-ld, meta, url, visible …' }),
      where: Type.String(),
      text: Type.String(),
    }),
  ),
  language: nullable(Type.String()),
  snippets: Type.Array(SnippetSchema),
  periods: Type.Array(
    Type.Object({
      from: Type.Integer(),
      to: Type.Integer(),
      share: Share,
      written: nullable(Type.String({ description: 'the words that say so, with some around them' })),
    }),
  ),
  places: Type.Array(Place),
  placeEvidence: Type.Array(
    Type.Object({
      written: nullable(Type.String({ description: 'the surest mention, with some words around it' })),
      confidence: nullable(Share),
      mentions: Count,
      main: Type.Boolean({ description: 'whether the page is about it, and does not merely name it' }),
    }),
    { description: 'of each of "places"' },
  ),
  box: nullable(Box),
  tables: Type.Array(Type.String(), { description: 'of an entity, the saved tables that have a row of it' }),
  score: Type.Number(),
  parts: Type.Object({
    title: Type.Number(),
    text: Type.Number(),
    anchors: Type.Number(),
    period: Type.Number(),
    place: Type.Number(),
    links: Type.Number(),
    near: Type.Number({ description: 'how near to each other the words stand' }),
  }),
  why: record('Reasons', {
    words: Type.Array(
      Type.Object({
        word: Type.String({ description: 'as it was asked for' }),
        stem: Type.String({ description: 'what it is compared by: words of one stem are one' }),
        forms: Type.Array(Type.String(), { description: 'how the document writes it' }),
        in: Type.Array(Type.Enum(['title', 'text', 'anchors', 'address', 'author'])),
      }),
    ),
    period: nullable(Period),
    place: nullable(Place),
  }),
};
export const Hit = record('SearchHit', hit);
const FoundHit = record('FoundHit', {
  ...hit,
  collection: Type.String({ description: 'name of the collection that has it' }),
});

const years = Type.Array(Type.Object({ value: Type.Number(), count: Count }));
const names = Type.Array(Type.Object({ value: Type.String(), count: Count }));

export const FacetsSchema = record('Facets', {
  years,
  decades: years,
  publishedYears: years,
  places: Type.Array(Type.Object({ value: Place, count: Count })),
  sites: names,
  kinds: Type.Array(Type.Object({ value: Kind, count: Count })),
  languages: names,
  bounded: Type.Boolean({ description: 'true: the counts are lower bounds' }),
});

const other = {
  missing: Type.Enum(['meeting', 'period', 'place', 'period-and-place', 'words'], {
    description:
      'what these lack: the words stand elsewhere than where they speak of the period; the period; the place; both; some of the words',
  }),
  total: Count,
  bounded: Type.Boolean({ description: 'true: "total" is a lower bound' }),
  next: nullable(Type.String({ description: 'cursor of further ones of this kind' })),
};
const OtherAnswersSchema = record('OtherAnswers', { ...other, hits: Type.Array(Hit) });

const answer = {
  query: QuerySchema,
  total: Count,
  bounded: Type.Boolean({ description: 'true: "total" is a lower bound' }),
  next: nullable(Type.String()),
  facets: nullable(FacetsSchema),
  didYouMean: nullable(
    Type.String({ description: 'the line with misspelt words and places mended, when it finds anything' }),
  ),
  corrected: Type.Boolean({
    description: 'true: nothing has what was asked for as it is spelt, and this answers "didYouMean"',
  }),
};

const OTHERS = 'documents that have a part of the question, by what they lack; not counted in "total"';

export const SearchAnswerSchema = record('SearchAnswer', {
  ...answer,
  hits: Type.Array(Hit),
  others: Type.Array(OtherAnswersSchema, { description: OTHERS }),
});

/** Of several collections at once: one order, one total, counts added up. */
export const TogetherAnswerSchema = record('TogetherAnswer', {
  ...answer,
  hits: Type.Array(FoundHit),
  others: Type.Array(record('OtherAnswersTogether', { ...other, hits: Type.Array(FoundHit) }), {
    description: OTHERS,
  }),
  collections: Type.Array(Type.Object({ name: Type.String(), total: Count, bounded: Type.Boolean() }), {
    description: 'how much of "total" each collection has, in the order in which they were named',
  }),
});

export const Suggestions = record('Suggestions', {
  suggestions: Type.Array(
    record('Suggestion', {
      line: Type.String(),
      text: Type.String(),
      kind: Type.Enum(['word', 'place', 'site', 'title', 'period']),
    }),
  ),
});

const counted = Type.Array(Type.Tuple([Type.Integer(), Count]));

export const TimelineSchema = record('Timeline', {
  spoken: counted,
  published: counted,
  cross: Type.Array(Type.Tuple([Type.Integer(), Type.Integer(), Count])),
  bounded: Type.Boolean(),
});
