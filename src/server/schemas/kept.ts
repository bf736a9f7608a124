/** What people add to a collection: corrections, dossiers, saved searches. */
import { Type } from 'typebox';
import { Place } from './places.ts';
import { Milliseconds, nullable, record, request, Share, slice } from './shapes.ts';

/** The version that a person saw; with a change it says what was changed. */
const Version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const By = Type.Optional(
  Type.String({ maxLength: 200, description: 'who makes the change, as they call themselves' }),
);

const changed = {
  version: Version,
  at: Milliseconds,
  by: Type.String(),
};

const change = {
  version: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'the version that was seen; 0 when there was none. Another one there now is TRF_KEPT_STALE',
  }),
  by: By,
};

export const KeptId = Type.String({ pattern: '^[a-z0-9-]{1,80}$', description: 'as the list has it' });

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const BlockDecision = Type.Object({ text: Type.String({ maxLength: 20_000 }), content: Type.Boolean() });

const CorrectionView = record('PageCorrection', {
  url: Type.String(),
  title: Type.Optional(Type.String()),
  published: Type.Optional(nullable(Type.String())),
  type: Type.Optional(Type.String()),
  places: Type.Optional(Type.Array(Type.Object({ mention: Type.String(), place: nullable(Place) }))),
  blocks: Type.Optional(Type.Array(BlockDecision)),
  computed: nullable(
    Type.Object({
      title: Type.String(),
      published: nullable(
        record('PageDate', {
          date: Type.String(),
          confidence: Share,
          source: Type.String(),
          where: Type.String(),
          text: Type.String(),
        }),
      ),
      type: Type.String(),
    }),
  ),
});

export const KeptCorrection = record('KeptCorrection', {
  ...changed,
  id: Type.String(),
  value: CorrectionView,
});
export const CorrectionAnswer = record('CorrectionAnswer', { correction: nullable(KeptCorrection) });
export const CorrectionList = slice('CorrectionList', KeptCorrection);

/** Bytes of a request that decides of many blocks. */
export const LARGEST_CORRECTION = 2 << 20;

export const CorrectionRequest = request('CorrectionRequest', {
  ...change,
  title: Type.Optional(Type.String({ maxLength: 500 })),
  published: Type.Optional(nullable(Day)),
  type: Type.Optional(Type.String({ maxLength: 40 })),
  places: Type.Optional(
    Type.Array(
      Type.Object(
        {
          mention: Type.String({ minLength: 1, maxLength: 200, description: 'words of the text' }),
          place: nullable(
            Type.String({
              minLength: 1,
              maxLength: 200,
              description: 'as people write it, or the key of a place of the page',
            }),
          ),
        },
        { additionalProperties: false },
      ),
      { maxItems: 500 },
    ),
  ),
  blocks: Type.Optional(Type.Array(BlockDecision, { maxItems: 500 })),
});

export const RemovalRequest = request('RemovalRequest', { version: change.version });

const Item = record('DossierItem', {
  url: Type.String(),
  fetchedAt: Milliseconds,
  digest: Type.String(),
  passage: Type.String(),
  note: Type.String(),
  addedAt: Milliseconds,
});

const DossierValue = record('Dossier', { name: Type.String(), note: Type.String(), items: Type.Array(Item) });

export const KeptDossier = record('KeptDossier', { ...changed, id: Type.String(), value: DossierValue });
export const DossierList = slice('DossierList', KeptDossier);
export const DossierView = record('DossierView', {
  ...changed,
  id: Type.String(),
  value: DossierValue,
  /** For each item, what is shown of its page. */
  pages: Type.Array(
    nullable(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        site: Type.String(),
        published: nullable(Type.String()),
        citation: Type.String({ description: 'ABNT NBR 6023:2018' }),
      }),
    ),
  ),
});

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const Note = Type.String({ maxLength: 10_000 });
const Passage = Type.String({ maxLength: 20_000 });

export const NewDossierRequest = request('NewDossierRequest', {
  name: Name,
  note: Type.Optional(Note),
  by: By,
});

export const AddItemsRequest = request('AddItemsRequest', {
  by: By,
  items: Type.Array(
    Type.Object(
      {
        page: Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'a version of a page',
        }),
        passage: Type.Optional(Passage),
        note: Type.Optional(Note),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 200 },
  ),
});

export const DossierRequest = request('DossierRequest', {
  ...change,
  name: Name,
  note: Note,
  items: Type.Array(
    Type.Object(
      {
        at: Type.Integer({
          minimum: 0,
          maximum: 10_000,
          description: 'its place in the version that was seen',
        }),
        note: Note,
      },
      { additionalProperties: false },
    ),
    { maxItems: 1_000, description: 'the items that stay, in their order' },
  ),
});

const SavedValue = record('SavedSearch', { name: Type.String(), line: Type.String(), since: Milliseconds });
export const KeptSearch = record('KeptSearch', { ...changed, id: Type.String(), value: SavedValue });
export const SavedList = slice('SavedList', KeptSearch);
export const SaveRequest = request('SaveSearchRequest', {
  name: Name,
  line: Type.String({ maxLength: 1_000 }),
  by: By,
});

export const Removed = record('Removed', { removed: Type.Boolean() });
