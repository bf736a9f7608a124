import { describe, expect, it } from 'vitest';
import type * as port from '../../catalogue/index.ts';
import type { ExplainedBlock } from '../../collection/index.ts';
import type * as answers from './answers.ts';
import type * as entities from './entities.ts';
import type * as pages from './pages.ts';
import type { Answer, Frozen } from './shapes.ts';

/** True when both say the same of every property, optional ones too; assignability alone would let those drift apart. */
type Same<A, B> =
  (<T>() => T extends Frozen<A> ? 1 : 2) extends <T>() => T extends Frozen<B> ? 1 : 2 ? true : false;

/** Refused by the compiler when a row is `false`. */
const same = <Rows extends Record<string, true>>(rows: Rows): Rows => rows;

describe('what the API answers', () => {
  it('is what the catalogue gives, as the compiler sees it', () => {
    const rows = same({
      BoundingBox: true satisfies Same<answers.BoundingBox, NonNullable<port.StoredGeo['box']>>,
      CataloguePlace: true satisfies Same<answers.CataloguePlace, port.CataloguePlace>,
      CatalogueSummary: true satisfies Same<Answer<typeof pages.Summary>, port.CatalogueSummary>,
      SiteList: true satisfies Same<Answer<typeof pages.Sites>, port.Slice<port.SiteSummary>>,
      PageView: true satisfies Same<
        Omit<answers.PageView, 'versions' | 'replay' | 'linksFrom' | 'linksTo'>,
        Omit<port.StoredPage, 'simhash'>
      >,
      PageVersion: true satisfies Same<answers.PageView['versions'][number], port.PageVersion>,
      LinkList: true satisfies Same<answers.LinkList, port.Slice<port.PageLink>>,
      Query: true satisfies Same<answers.Query, port.Query>,
      SearchAnswer: true satisfies Same<answers.SearchAnswer, port.SearchAnswer>,
      Suggestion: true satisfies Same<answers.Suggestion, port.Suggestion>,
      Timeline: true satisfies Same<answers.Timeline, port.Timeline>,
      EntityTableSummary: true satisfies Same<answers.EntityTableSummary, port.EntityTableSummary>,
      EntityType: true satisfies Same<answers.EntityOverview['types'][number], port.EntityTypeCount>,
      EntityRowList: true satisfies Same<Answer<typeof entities.EntityRows>, port.Slice<port.StoredEntity>>,
      EntityView: true satisfies Same<answers.EntityView, port.EntityView>,
      GeoAnswer: true satisfies Same<answers.GeoAnswer, port.GeoAnswer>,
      ProducerList: true satisfies Same<answers.ProducerList, port.Slice<port.ProducerRecord>>,
      Block: true satisfies Same<answers.BlockView, ExplainedBlock>,
    });
    expect(Object.values(rows).every(Boolean)).toBe(true);
  });
});
