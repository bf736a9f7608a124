/** Figures of the running server for Prometheus. Each application has its own registry, so that several can live in one process. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Collections } from './collections.ts';

const SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

export interface MetricsOptions {
  readonly collections: Collections;
  readonly runningCrawls: () => number;
  /** Also memory, CPU and event loop of the process. */
  readonly ofProcess?: boolean;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #requests: Counter<'method' | 'route' | 'status'>;
  readonly #durations: Histogram<'method' | 'route'>;
  readonly #searches: Histogram<'collection'>;

  constructor(options: MetricsOptions) {
    const registers = [this.registry];
    this.#requests = new Counter({
      name: 'tarrafa_http_requests_total',
      help: 'Requests answered, by route and status',
      labelNames: ['method', 'route', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'tarrafa_http_request_duration_seconds',
      help: 'Time from request to answer',
      labelNames: ['method', 'route'],
      buckets: SECONDS,
      registers,
    });
    this.#searches = new Histogram({
      name: 'tarrafa_search_duration_seconds',
      help: 'Time of one search in the catalogue',
      labelNames: ['collection'],
      buckets: SECONDS,
      registers,
    });
    new Gauge({
      name: 'tarrafa_catalogue_pages',
      help: 'Pages in the catalogue of a collection',
      labelNames: ['collection'],
      registers,
      async collect() {
        this.reset();
        for (const { name, catalogue } of options.collections.list())
          this.set({ collection: name }, (await catalogue.summary()).pages);
      },
    });
    new Gauge({
      name: 'tarrafa_crawls_running',
      help: 'Crawls that are running',
      registers,
      collect() {
        this.set(options.runningCrawls());
      },
    });
    if (options.ofProcess === true) collectDefaultMetrics({ register: this.registry });
  }

  /** Runs a search and notes its time. */
  async search<T>(collection: string, work: () => Promise<T>): Promise<T> {
    const end = this.#searches.startTimer({ collection });
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Counts every answer by the pattern of its route, never by its address: addresses are without number. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      this.#requests.inc({ method: request.method, route, status: String(reply.statusCode) });
      this.#durations.observe({ method: request.method, route }, reply.elapsedTime / 1000);
    });
  }
}
