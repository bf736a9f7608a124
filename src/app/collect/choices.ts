/** What can be chosen for the settings of a crawl that have names. */
import { POLICIES } from '../../crawl/index.ts';
import { REVISIT_POLICIES } from '../../frontier/index.ts';
import type { CollectSettings } from '../collect.ts';
import { COLLECTION_IMPORTANCES } from './fixed-collection.ts';
import { GEO_PROFILES } from './geographic.ts';
import {
  WHEN_MATCHES,
  WHEN_ORDERS,
  WHEN_PROFILES,
  WHEN_TARGETS,
  WHEN_UNDATED,
  WHEN_UNITS,
} from './period.ts';

/** The names, the usual first; whoever asks a person for a setting offers these, and a name that a crawl does not know is none of them. */
export const COLLECT_CHOICES = {
  policy: POLICIES,
  politeness: ['site', 'host'],
  robotsMeta: ['obey', 'ignore'],
  relNofollow: ['obey', 'ignore'],
  revisit: ['none', ...REVISIT_POLICIES],
  urlProfile: ['modern', 'compat'],
  whenProfile: WHEN_PROFILES,
  whenUnit: WHEN_UNITS,
  whenMatch: WHEN_MATCHES,
  whenUndated: WHEN_UNDATED,
  whenTarget: WHEN_TARGETS,
  whenOrder: WHEN_ORDERS,
  geoProfile: GEO_PROFILES,
  collectionBy: COLLECTION_IMPORTANCES,
} as const satisfies { readonly [Name in keyof CollectSettings]?: readonly CollectSettings[Name][] };
