/** What a simulated crawl did in the time that was looked at. */
export interface ClusterOutcome {
  /** Visits ended, and requests made, a second. */
  readonly pages: number;
  readonly accesses: number;
  readonly leaseMs: Quantiles;
  /** From a batch being sent to its durable end. */
  readonly endMs: Quantiles;
  readonly visitsABatch: number;
  readonly linksAPage: number;
  readonly databaseMicrosAPage: number;
  /** Cores of all database servers that were at work. */
  readonly databaseCores: number;
  /** Statements a second. */
  readonly statementsAServer: number;
  /** Share of its time that each was at work. */
  readonly busy: {
    readonly database: number;
    readonly fullestDatabase: number;
    readonly resolver: number;
    readonly line: number;
    readonly hottestRow: number;
    readonly workers: number;
  };
  /** Shares of the workers' places: nothing may be asked, sites are on their way, the end of a visit is not durable yet. */
  readonly idle: { readonly resting: number; readonly leasing: number; readonly ending: number };
  /** Visits ended in each second from the beginning. */
  readonly perSecond: readonly number[];
  /** Pages that will be fetched again. */
  readonly refetches: number;
  readonly sitesLost: number;
  /** When the last dead worker was noticed, ms. */
  readonly lastReap: number;
  /** Accesses before their time, by the judge; always 0. */
  readonly breaches: { readonly site: number; readonly address: number };
  /** Of the address that many share: its visits, sites parked for it (ever, and at the end), the most sites in one worker's hand. */
  readonly crowd: {
    readonly visits: number;
    readonly parkings: number;
    readonly parked: number;
    readonly held: number;
  };
  /** URLs: before + added + undone = visited + after, each counted where it stands. An endless Web begins with none. */
  readonly urls: {
    readonly before: number;
    readonly added: number;
    readonly undone: number;
    readonly visited: number;
    readonly after: number;
  };
}

export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}
