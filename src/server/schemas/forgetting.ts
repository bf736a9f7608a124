/** What a collection is asked to forget, and how far that is. */
import { Type } from 'typebox';
import { Count, nullable, record } from './shapes.ts';

export const ForgetRequest = Type.Object(
  {
    what: Type.String({
      minLength: 1,
      maxLength: 8192,
      description: 'an address, site:example.pt, or the beginning of addresses with * behind it',
    }),
    reason: Type.Optional(
      nullable(
        Type.String({
          maxLength: 1000,
          description: 'why; null or absent only says what would go',
        }),
      ),
    ),
    by: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  },
  { additionalProperties: false },
);

export const ForgetFound = record('ForgetFound', {
  kind: Type.Enum(['address', 'site', 'prefix']),
  captures: Count,
  pages: Count,
  bytes: Count,
  files: Type.Integer({ minimum: 0, description: 'archive files to be written anew' }),
  known: Type.Integer({ minimum: 0, description: 'addresses of the frontier' }),
  copies: Type.Array(Type.String(), {
    maxItems: 100,
    description: 'other addresses with the same content, which stay',
  }),
  unreadable: Count,
  catalogue: Type.Boolean(),
});

export const ForgetInfo = record('ForgetInfo', {
  running: Type.Boolean(),
  stage: nullable(Type.Enum(['scanning', 'rewriting', 'rebuilding'])),
  done: Count,
  total: Count,
  problem: nullable(Type.String({ description: 'what went wrong the last time' })),
  found: nullable(ForgetFound),
  forgotten: Type.Boolean({ description: 'what was found is gone; false: it would go' }),
});
