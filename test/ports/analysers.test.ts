/** Every `Analyser` and `LinkPolicy` of the house by its suite. */
import { describe } from 'vitest';
import * as content from '../../src/content/index.ts';
import { CollectionPolicy } from '../../src/crawl/index.ts';
import { describeLinkPolicy } from '../../src/crawl/link-policy.suite.ts';
import * as geo from '../../src/geo/policy/index.ts';
import { describeAnalyser } from '../../src/page/analyser.suite.ts';
import { createAnalyser } from '../../src/time/crawl/analyser.ts';
import * as time from '../../src/time/crawl/index.ts';
import { parseScope } from '../../src/time/index.ts';

const CONTEXT = {
  url: 'http://a.br/pagina.html',
  language: 'pt',
  fetchedAt: Date.UTC(2024, 4, 6),
  lastModified: null,
};
const scope = parseScope('1939..1945');

describe('content', () => describeAnalyser('content', () => content.createAnalyser(), CONTEXT));

describe.each(['modern', 'compat'] as const)('geography, %s', (profile) => {
  const analyser = () => geo.createAnalyser({ profile });
  describeAnalyser('geo', analyser, CONTEXT);
  describeLinkPolicy({ make: () => new geo.GeographicPolicy({ profile }), analyser });
});

describe.each([time.MODERN_CRAWL, time.THESIS_CRAWL])('a period, $name', (policy) => {
  const analyser = () => createAnalyser({ when: scope, policy });
  describeAnalyser('temporal', analyser, CONTEXT);
  describeLinkPolicy({ make: () => new time.TemporalLinkPolicy({ scope, policy }), analyser });
});

describe('a collection of fixed size', () => {
  const analyser = () => content.createAnalyser();
  describeLinkPolicy({ make: () => new CollectionPolicy({ capacity: 4 }), analyser });
});
