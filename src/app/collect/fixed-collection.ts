/** A crawl with a collection of fixed size: what a person asks for, and the link policy that it becomes. */
import type { CrawlEnvironment, LinkPolicySetting } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { IMPORTANCES, type Importance } from '../../frontier/index.ts';
import { reason } from '../../words/why.ts';

export const COLLECTION_IMPORTANCES = IMPORTANCES;

/** Settings that a person gives and that become the link policy of the crawl. */
export interface CollectionSettings {
  /** Pages held: when there are so many, a new one comes in only for one that is less important. */
  readonly collectionSize?: number;
  readonly collectionBy?: Importance;
}

export const COLLECTION = 'collection';

interface CollectionChoice {
  readonly size: number;
  readonly importance: Importance;
}

/** The options of such a crawl, as its folder keeps them; null for any other. */
export function collectionOptions(setting: LinkPolicySetting | null): CollectionChoice | null {
  return setting?.name === COLLECTION ? (setting.options as unknown as CollectionChoice) : null;
}

/** The link policy that `collectionSize` asks for; null when nothing does. A crawl that goes on keeps its own. */
export function collectionSetting(
  { collectionSize, collectionBy }: CollectionSettings,
  before: LinkPolicySetting | null,
): LinkPolicySetting | null {
  const earlier = collectionOptions(before);
  const size = collectionSize ?? earlier?.size;
  if (size === undefined) {
    if (collectionBy === undefined) return null;
    throw new TarrafaError('TRF_CONFIG_INVALID', ['collectionBy', reason('collection-not-given')]);
  }
  const value = String(size);
  if (!Number.isInteger(size))
    throw new TarrafaError('TRF_CONFIG_INVALID', ['collectionSize', reason('not-a-count', { value })]);
  if (size < 1)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      'collectionSize',
      reason('less-than', { value, least: 1 }),
    ]);
  const options: CollectionChoice = {
    size,
    importance: collectionBy ?? earlier?.importance ?? 'page-rank',
  };
  return { name: COLLECTION, options: { ...options } };
}

export async function collectionEnvironment({
  size,
  importance,
}: CollectionChoice): Promise<Pick<CrawlEnvironment, 'linkPolicy'>> {
  const { CollectionPolicy } = await import('../../crawl/index.ts');
  return { linkPolicy: new CollectionPolicy({ capacity: size, importance }) };
}
