/**
 * Small words of which the schemas are made. A schema with a `title` is a component of its own in the OpenAPI description; everything
 * else stands where it is used.
 */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** What is read is never changed: lists and objects of an answer may be read-only ones. */
export type Frozen<T> = T extends (infer _)[] | readonly (infer _)[]
  ? { readonly [I in keyof T]: Frozen<T[I]> }
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** What a handler may answer for a schema. */
export type Answer<S extends TSchema> = Frozen<Static<S>>;

/** An object of answers. Further properties may come with later versions, so they are not forbidden. */
export function record<P extends TProperties>(
  title: string,
  properties: P,
  description?: string,
): TObject<P> {
  return Type.Object(properties, { title, ...(description === undefined ? {} : { description }) });
}

/** An object that somebody sends: what it does not know is refused, so that a misspelt setting is noticed. */
export function request<P extends TProperties>(title: string, properties: P): TObject<P> {
  return Type.Object(properties, { title, additionalProperties: false });
}

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const Milliseconds = Type.Number({ description: 'ms since 1970-01-01T00:00Z' });
export const Count = Type.Integer({ minimum: 0 });
export const Share = Type.Number({ minimum: 0, maximum: 1 });

export const Box = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()], {
  title: 'BoundingBox',
  description: 'west, south, east, north in degrees (WGS 84); west > east goes over the 180th meridian',
});

export const Period = record(
  'Period',
  { from: Type.Integer(), to: Type.Integer() },
  'Days, both included; day 0 is 1970-01-01.',
);

/** What a person may type into a query line. */
const LONGEST_LINE = 1_000;
const LONGEST_CURSOR = 512;

export const CollectionName = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'name of a collection',
});
/** How many may be asked at once: each is a question of its own. */
const MOST_COLLECTIONS = 20;
export const CollectionNames = Type.String({
  pattern: `^[a-z0-9-]{1,64}(,[a-z0-9-]{1,64}){0,${MOST_COLLECTIONS - 1}}$`,
  description: `names of collections, with commas between them; at most ${MOST_COLLECTIONS}`,
});
/** Which dates of publication count. */
export const Dates = Type.Enum(['sure', 'all'], {
  default: 'sure',
  description: 'all: dates of publication with weak evidence count too, as datas:todas in the line',
});
export const Identity = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Line = Type.String({ maxLength: LONGEST_LINE, description: 'a line as in the search box' });
export const Cursor = Type.String({
  minLength: 1,
  maxLength: LONGEST_CURSOR,
  description: '"next" of the answer before',
});
/** Says where each of several collections goes on. */
const LONGEST_JOINED_CURSOR = 4_000;
export const JoinedCursor = Type.String({
  minLength: 1,
  maxLength: LONGEST_JOINED_CURSOR,
  description: '"next" of the answer before',
});
export const WebAddress = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'http or https address',
});

export const limit = (most: number, usual: number) =>
  Type.Integer({ minimum: 1, maximum: most, default: usual, description: 'at most so many' });

export const slice = <S extends TSchema>(title: string, item: S) =>
  record(title, {
    items: Type.Array(item),
    next: nullable(Type.String({ description: 'cursor of the next part; null at the end' })),
  });
