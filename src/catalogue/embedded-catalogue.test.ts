import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueSuite } from './catalogue.suite.ts';
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { NOW } from './records.suite.ts';

const now = (): number => NOW;
catalogueSuite('in a file', () =>
  EmbeddedCatalogue.open(join(mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-')), 'catalogue.db'), { now }),
);
catalogueSuite('in memory', () => EmbeddedCatalogue.open(':memory:', { now }));
