/** Words in their context: lines, how often by year, the words beside them, and all lines as a file. */
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  type CatalogueConcordance,
  type ConcordanceAnswer,
  type ConcordanceLine,
  cellsOf,
  LINE_COLUMNS,
  type LineOrder,
  type LinesAsked,
  type Query,
} from '../../catalogue/index.ts';
import { CSV_BEGIN, type CsvForm, csvLine } from '../../formats/index.ts';
import { endpoint, SENT } from '../endpoint.ts';
import { collectionNamed, type RouteContext } from '../route-context.ts';
import { CollocationsSchema, ConcordanceSchema, WordYearsSchema } from '../schemas/concordance.ts';
import { CollectionName, Cursor, Line, limit } from '../schemas/shapes.ts';

/** Pages that are read for one answer: what that takes is well within the time that a question has. */
const MOST_READ = 50_000;
/** The same for collocations, which tell of a sample beyond it. */
const MOST_READ_NEAR = 20_000;
/** Lines that a download asks for at once, and in all. */
const AT_ONCE = 1_000;
const MOST_DOWNLOADED = 1_000_000;

const ORDER = '(left|right|key|year|site|[lr][123])';
const CONTEXT = '^\\d{1,4}w?$';

const words = {
  words: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'one word or several; a * between them stands for any one word',
  }),
  q: Type.Optional(Line),
  match: Type.Enum(['stem', 'exact'], { default: 'stem' }),
  fold: Type.Boolean({ default: false, description: 'of exact: case and accents do not count' }),
};

const lines = {
  ...words,
  sort: Type.Optional(
    Type.String({
      pattern: `^${ORDER}(,${ORDER}){0,5}$`,
      description: 'left, right, key, year, site, l1 … r3',
    }),
  ),
  context: Type.Optional(
    Type.String({ pattern: CONTEXT, description: 'on each side: characters (60) or words (5w)' }),
  ),
  sample: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  seed: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, default: 1 }),
};

const LinesQuery = Type.Object(lines);
const ERRORS = [
  'TRF_NOT_FOUND',
  'TRF_CONCORDANCE_WORDS',
  'TRF_CONCORDANCE_LARGE',
  'TRF_CURSOR_INVALID',
  'TRF_TIME_OUT',
] as const;

function askedLines(query: Static<typeof LinesQuery>): LinesAsked {
  const { sort, context, sample, seed } = query;
  const wide = Number.parseInt(context ?? '60', 10);
  return {
    words: query.words,
    match: query.match as LinesAsked['match'],
    fold: query.fold,
    sort: sort?.split(',') as LineOrder[] | undefined,
    context: context?.endsWith('w') === true ? { words: wide } : { characters: wide },
    sample: sample === undefined ? undefined : { size: sample, seed },
  };
}

export function concordanceRoutes(app: FastifyInstance, context: RouteContext): void {
  const params = { c: CollectionName };
  const found = async (c: string, line: string | undefined) => {
    const collection = collectionNamed(context, c);
    return { catalogue: collection.catalogue, query: await collection.parseLine(line ?? '') };
  };

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/concordance',
    id: 'concordance',
    summary: 'Words of the texts of pages in their context, line by line',
    tag: 'search',
    params,
    query: { ...lines, cursor: Type.Optional(Cursor), limit: limit(1_000, 50) },
    answer: ConcordanceSchema,
    errors: ERRORS,
    handle: async ({ params: { c }, query: asked }) => {
      const { catalogue, query } = await found(c, asked.q);
      const { cursor, limit: most } = asked;
      return catalogue.concordance(
        query,
        { ...askedLines(asked), cursor, limit: most },
        { mostRead: MOST_READ },
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/concordance/years',
    id: 'wordYears',
    summary: 'How often words stand in pages, by year of publication and by year that the pages speak of',
    tag: 'search',
    params,
    query: words,
    answer: WordYearsSchema,
    errors: ERRORS,
    handle: async ({ params: { c }, query: asked }) => {
      const { catalogue, query } = await found(c, asked.q);
      return catalogue.wordYears(query, askedLines({ ...asked, seed: 1 }), { mostRead: MOST_READ });
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/concordance/collocations',
    id: 'collocations',
    summary: 'The words that stand near others more often than by chance',
    tag: 'search',
    params,
    query: {
      ...words,
      window: Type.Integer({ minimum: 1, maximum: 20, default: 5 }),
      least: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 3 }),
      stopWords: Type.Boolean({ default: false }),
      order: Type.Enum(['logLikelihood', 'logDice', 'mutualInformation', 'together'], {
        default: 'logLikelihood',
      }),
      limit: limit(1_000, 50),
    },
    answer: CollocationsSchema,
    errors: ERRORS,
    handle: async ({ params: { c }, query: asked }) => {
      const { catalogue, query } = await found(c, asked.q);
      const { window, least, stopWords, order, limit: most } = asked;
      return catalogue.collocations(
        query,
        {
          ...askedLines({ ...asked, seed: 1 }),
          window,
          least,
          stopWords,
          order: order as 'logLikelihood',
          limit: most,
        },
        { mostRead: MOST_READ_NEAR },
      );
    },
  });

  endpoint(app, {
    method: 'GET',
    path: '/api/v1/collections/:c/concordance.csv',
    id: 'downloadConcordance',
    summary: 'Every line of a concordance as a table',
    tag: 'search',
    params,
    query: {
      ...lines,
      as: Type.Enum(['csv', 'csv-excel'], {
        default: 'csv',
        description: 'csv-excel: for spreadsheets of Brazil and Portugal',
      }),
    },
    head: false,
    media: { 'text/csv': 'a line a row, at most 1,000,000; cells that a spreadsheet would run are text' },
    errors: [...ERRORS, 'TRF_SERVER_BUSY'],
    handle: async ({ params: { c }, query: asked, reply }) => {
      const { catalogue, query } = await found(c, asked.q);
      const leave = context.streams.enter();
      const part = (cursor: string | undefined) => partOf(catalogue, query, askedLines(asked), cursor);
      let first: ConcordanceAnswer;
      try {
        first = await part(undefined);
      } catch (error) {
        leave();
        throw error;
      }
      const stream = Readable.from(csv(first, part, asked.as === 'csv-excel' ? 'excel' : 'plain'), {
        objectMode: false,
        highWaterMark: 1 << 16,
      });
      stream.once('close', leave);
      void reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="concordance.csv"')
        .send(stream);
      return SENT;
    },
  });
}

function partOf(
  catalogue: CatalogueConcordance,
  query: Query,
  asked: LinesAsked,
  cursor: string | undefined,
): Promise<ConcordanceAnswer> {
  return catalogue.concordance(query, { ...asked, limit: AT_ONCE, cursor }, { mostRead: MOST_READ });
}

/** Parts are asked for as fast as the reader takes them. What fails on the way ends the file, which is then known to be cut off. */
async function* csv(
  first: ConcordanceAnswer,
  more: (cursor: string) => Promise<ConcordanceAnswer>,
  form: CsvForm,
): AsyncGenerator<string> {
  yield CSV_BEGIN[form] + csvLine(LINE_COLUMNS, form);
  let left = MOST_DOWNLOADED;
  for (let part = first; ; ) {
    yield part.lines
      .map((line) => csvLine(cellsOf<keyof ConcordanceLine>(LINE_COLUMNS, line), form))
      .join('');
    left -= part.lines.length;
    if (part.next === null || left <= 0) return;
    await turn();
    part = await more(part.next);
  }
}
