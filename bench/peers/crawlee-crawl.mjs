// CheerioCrawler as its documentation shows it, with the persistent storage that it has by default. Arguments: start address, storage folder.
import { CheerioCrawler, Configuration, LogLevel, log } from '@crawlee/cheerio';

const [start, folder] = process.argv.slice(2);
log.setLevel(LogLevel.ERROR);
const configuration = new Configuration({
  storageClientOptions: { localDataDirectory: folder },
  purgeOnStart: true,
});
let pages = 0;
const crawler = new CheerioCrawler(
  {
    maxRequestRetries: 1,
    autoscaledPoolOptions: { minConcurrency: 16, maxConcurrency: 64 },
    respectRobotsTxtFile: true,
    async requestHandler({ request, $, enqueueLinks, pushData }) {
      pages++;
      await pushData({ url: request.url, title: $('title').text(), text: $('body').text().slice(0, 5000) });
      await enqueueLinks({ strategy: 'same-hostname' });
    },
  },
  configuration,
);
await crawler.run([start]);
process.stdout.write(`${JSON.stringify({ pages })}\n`);
process.exit(0);
