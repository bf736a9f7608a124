/** Captures of a page, and what changed between two of them. */
import { Type } from 'typebox';
import { PageDateSchema } from './pages.ts';
import { Count, Milliseconds, nullable, record } from './shapes.ts';

export const Versions = record('Versions', {
  url: Type.String(),
  versions: Type.Array(
    record('ListedVersion', {
      at: Milliseconds,
      url: Type.String(),
      id: nullable(
        Type.Integer({ description: 'version of the catalogue; null when only the archive has it' }),
      ),
      digest: Type.String(),
      changed: Type.Boolean({ description: 'whether it differs from the capture before' }),
    }),
    { description: 'oldest first' },
  ),
});

const Piece = record('DifferencePiece', {
  kind: Type.Enum(['same', 'removed', 'added']),
  text: Type.String(),
});

const Row = Type.Union([
  Piece,
  record('ChangedParagraph', { kind: Type.Literal('changed'), pieces: Type.Array(Piece) }),
  record('FoldedParagraphs', {
    kind: Type.Literal('folded'),
    paragraphs: Type.Integer({ minimum: 1, description: 'that are the same in both' }),
  }),
]);

const Compared = record('ComparedVersion', {
  id: nullable(Type.Integer()),
  url: Type.String(),
  fetchedAt: Milliseconds,
  digest: Type.String(),
  title: Type.String(),
  byline: Type.String(),
  language: nullable(Type.String()),
  type: Type.String(),
  published: nullable(PageDateSchema),
  modified: nullable(PageDateSchema),
});

const LinkList = Type.Array(record('ComparedLink', { url: Type.String(), text: Type.String() }));

export const Difference = record('Difference', {
  from: Compared,
  to: Compared,
  changed: Type.Array(Type.Enum(['title', 'byline', 'published', 'modified', 'language', 'type'])),
  rows: Type.Array(Row, {
    description:
      'the paragraphs of both, in order: without what was added the old text, without what was removed the new one',
  }),
  rowsLeft: Type.Integer({ minimum: 0, description: 'rows that were left out at the end' }),
  words: Type.Object({ same: Count, removed: Count, added: Count }),
  paragraphs: Type.Object({ same: Count, removed: Count, added: Count, changed: Count }),
  shortened: Type.Boolean({ description: 'only the beginnings of the texts were compared' }),
  coarse: Type.Boolean({
    description:
      'the work ended before the smallest difference was found: what is replaced may have more in common',
  }),
  links: Type.Object({
    same: Count,
    removed: Count,
    added: Count,
    removedLinks: LinkList,
    addedLinks: LinkList,
  }),
});

export const Matches = record('Matches', {
  matches: Type.Array(record('TextMatch', { start: Count, end: Count })),
});
