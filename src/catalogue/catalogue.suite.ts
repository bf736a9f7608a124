/** What every implementation of the `Catalogue` port must do: the sum of the suites of its parts. */
import { afterEach, describe } from 'vitest';
import { describeConcordance } from './ports/catalogue-concordance.suite.ts';
import { describeEntities } from './ports/catalogue-entities.suite.ts';
import { describeGeography } from './ports/catalogue-geography.suite.ts';
import { describeKept } from './ports/catalogue-kept.suite.ts';
import { describeOverview } from './ports/catalogue-overview.suite.ts';
import { describePages } from './ports/catalogue-pages.suite.ts';
import { describeSearch } from './ports/catalogue-search.suite.ts';
import { describeWriting } from './ports/catalogue-writing.suite.ts';
import type { Catalogue } from './ports/index.ts';
import { describeLinks } from './ports/page-links.suite.ts';

/** What every catalogue must do; `make` gives an empty one. */
export function catalogueSuite(name: string, make: () => Catalogue | Promise<Catalogue>): void {
  describe(`catalogue, ${name}`, () => {
    const made: Catalogue[] = [];
    const fresh = async (): Promise<Catalogue> => {
      const catalogue = await make();
      made.push(catalogue);
      return catalogue;
    };
    afterEach(async () => {
      for (const each of made.splice(0)) await each.close();
    });

    describePages(fresh);
    describeLinks(fresh);
    describeSearch(fresh);
    describeConcordance(fresh);
    describeOverview(fresh);
    describeEntities(fresh);
    describeGeography(fresh);
    describeWriting(fresh);
    describeKept(fresh);
  });
}
