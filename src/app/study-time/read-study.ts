/** The documents of a collection, studied one by one. */
import { writeWholeFile } from '../../files/index.ts';
import {
  ChaveWriter,
  type CollectionDocument,
  isSoundDate,
  TimeStudy,
  type TimeStudyResult,
} from '../../report/time/index.ts';
import { datePage, SiteDateMemory } from '../../time/dating/index.ts';
import {
  dayOfChronon,
  type Locale,
  type LocaleName,
  localeNamed,
  TIME_MODERN,
  TIME_THESIS,
} from '../../time/index.ts';
import { collectionDocuments, lastModifiedDay, type ReadingOptions } from '../input/collection-documents.ts';
import { localeWithFile } from '../input/mined-patterns.ts';
import type { StudyOptions } from '../study-time.ts';

/** The date a page says it was published on; else its Last-Modified, also when that cannot be true, so that it is counted as such. */
function publishedDay(): NonNullable<ReadingOptions['dateOf']> {
  const memory = new SiteDateMemory();
  return (doc, { url, lastModified, fetchedAt }) => {
    const { published, modified } = datePage(
      doc,
      {
        fetchedAt: fetchedAt ?? Number.POSITIVE_INFINITY,
        ...(url === null ? {} : { url }),
        ...(lastModified === null ? {} : { lastModified }),
      },
      memory,
    );
    for (const found of [published, modified]) {
      const day = found === null ? null : dayOfChronon(found.chronon);
      if (day !== null && isSoundDate(day, fetchedAt === null ? null : Math.floor(fetchedAt / 86_400_000)))
        return day;
    }
    return lastModifiedDay(lastModified);
  };
}

export async function readStudy(inputs: readonly string[], options: StudyOptions): Promise<TimeStudyResult> {
  const chosen = options.profile === 'thesis' ? TIME_THESIS : TIME_MODERN;
  const localeIn = async (name: LocaleName): Promise<Locale> =>
    options.patterns === undefined ? localeNamed(name) : localeWithFile(options.patterns, localeNamed(name));
  const found = new TimeStudy({
    profile: { ...chosen, locale: options.locale ?? chosen.locale },
    ...(options.locale === undefined
      ? { locales: { 'pt-PT': await localeIn('pt-PT'), 'pt-BR': await localeIn('pt-BR') } }
      : { locale: await localeIn(options.locale) }),
    ...(options.allLanguages === true ? { language: null } : {}),
  });
  const readAll = async (add: (document: CollectionDocument) => unknown): Promise<void> => {
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    const documents = collectionDocuments(inputs, {
      ...((options.creation ?? 'published') === 'published' ? { dateOf: publishedDay() } : {}),
      ...(options.onProblem === undefined ? {} : { onProblem: options.onProblem }),
    });
    for await (const document of documents) {
      found.add(document);
      await add(document);
      if (--left <= 0) break;
    }
  };
  if (options.xml === undefined) await readAll(() => {});
  else
    await writeWholeFile(options.xml, async (file) => {
      let pieces: string[] = [];
      const writer = new ChaveWriter((text) => pieces.push(text), { links: options.xmlLinks === true });
      const flush = (): Promise<void> => {
        const text = pieces.join('');
        pieces = [];
        return file.write(text);
      };
      await readAll((document) => {
        writer.add(document);
        return flush();
      });
      writer.end();
      await flush();
    });
  return found.result();
}
