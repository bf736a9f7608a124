/** The types of what the API answers and is sent, as its schemas say. Types alone: the page in the browser takes its own from here. */
import type { Static } from 'typebox';
import type * as clusters from './clusters.ts';
import type * as concordance from './concordance.ts';
import type * as crawls from './crawls.ts';
import type * as desk from './desk.ts';
import type * as entities from './entities.ts';
import type * as forgetting from './forgetting.ts';
import type * as geo from './geo.ts';
import type * as geoChecks from './geo-checks.ts';
import type * as kept from './kept.ts';
import type * as pages from './pages.ts';
import type * as places from './places.ts';
import type * as search from './search.ts';
import type { Answer, Box, Frozen, Period as PeriodSchema } from './shapes.ts';
import type * as versions from './versions.ts';

export type BoundingBox = Answer<typeof Box>;
export type Period = Answer<typeof PeriodSchema>;
export type CataloguePlace = Answer<typeof places.Place>;

export type CollectionList = Answer<typeof pages.CollectionList>;
export type CollectionInfo = Answer<typeof pages.CollectionInfo>;

export type PageView = Answer<typeof pages.PageView>;
export type TimeMark = PageView['marks'][number];
export type TimeSegment = PageView['segments'][number];
export type PlaceMark = PageView['places'][number];
export type ScriptsAnswer = Answer<typeof pages.ScriptsAnswer>;
export type BlockList = Answer<typeof pages.Blocks>;
export type BlockView = BlockList['blocks'][number];
export type LinkList = Answer<typeof pages.Links>;
export type PageLink = Answer<typeof pages.Link>;

export type VersionList = Answer<typeof versions.Versions>;
export type ListedVersion = VersionList['versions'][number];
export type PageDifference = Answer<typeof versions.Difference>;
export type DifferenceRow = PageDifference['rows'][number];
export type MatchList = Answer<typeof versions.Matches>;

export type DocumentKind = Answer<typeof search.Kind>;
export type Query = Answer<typeof search.QuerySchema>;
export type QueryChip = Answer<typeof search.Chip>;
export type SearchAnswer = Answer<typeof search.SearchAnswerSchema>;
export type TogetherAnswer = Answer<typeof search.TogetherAnswerSchema>;
export type FoundHit = TogetherAnswer['hits'][number];
export type SearchHit = Answer<typeof search.Hit>;
export type ScoreParts = SearchHit['parts'];
export type Facets = Answer<typeof search.FacetsSchema>;
export type SuggestionList = Answer<typeof search.Suggestions>;
export type Suggestion = SuggestionList['suggestions'][number];
export type Timeline = Answer<typeof search.TimelineSchema>;

export type Concordance = Answer<typeof concordance.ConcordanceSchema>;
export type ConcordanceLine = Concordance['lines'][number];
export type WordYears = Answer<typeof concordance.WordYearsSchema>;
export type Collocations = Answer<typeof concordance.CollocationsSchema>;

export type EntityOverview = Answer<typeof entities.EntityOverview>;
export type EntityTableSummary = Answer<typeof entities.TableSummary>;
export type StoredEntity = Answer<typeof entities.StoredEntitySchema>;
export type EntityView = Answer<typeof entities.EntityViewAnswer>;
export type ViewedEntity = EntityView['items'][number];
export type OddValue = ViewedEntity['odd'][number];
export type EntityTableDetails = Answer<typeof entities.TableDetails>;
export type TableChangeOrder = Frozen<Static<typeof entities.ChangeTableRequest>>;
export type EntityProposal = Answer<typeof entities.Proposal>;
export type TableOrder = Frozen<Static<typeof entities.SaveTableRequest>>;
export type DiscoverOrder = Frozen<Static<typeof entities.DiscoverRequest>>;
export type TeachOrder = Frozen<Static<typeof entities.TeachRequest>>;
export type ColumnSelectionOrder = NonNullable<DiscoverOrder['select']>;

export type GeoAnswer = Answer<typeof geo.GeoAnswerSchema>;
export type GeoVariant = GeoAnswer['items'][number]['variants'][number];
export type GeoDetails = Answer<typeof geo.GeoView>;
export type GeoFileView = Answer<typeof geo.GeoFileView>;
export type ProducerList = Answer<typeof geo.Producers>;
export type ProducerRecord = Answer<typeof geo.Producer>;
export type GeoCheckInfo = Answer<typeof geoChecks.GeoCheckInfo>;

export type ForgetInfo = Answer<typeof forgetting.ForgetInfo>;
export type ForgetFound = Answer<typeof forgetting.ForgetFound>;
export type ForgetOrder = Frozen<Static<typeof forgetting.ForgetRequest>>;

export type CrawlList = Answer<typeof crawls.CrawlList>;
export type CrawlInfo = Answer<typeof crawls.CrawlInfo>;
export type CrawlState = CrawlInfo['state'];
export type CrawlPoint = CrawlInfo['history'][number];
export type CrawlOrder = Frozen<Static<typeof crawls.StartCrawl>>;
export type AskedOfCrawl = Answer<typeof crawls.CrawlOrder>;
export type CrawlEdit = Frozen<Static<typeof crawls.EditCrawl>>;
export type CrawlScheduleOrder = Frozen<Static<typeof crawls.ScheduleRequest>>;
export type CrawlSchedule = NonNullable<CrawlInfo['schedule']>;
export type CrawlActivity = Answer<typeof crawls.CrawlActivity>;
export type RecentVisits = Answer<typeof crawls.RecentVisits>;
export type RecentVisit = RecentVisits['visits'][number];

export type ClusterAnswer = Answer<typeof clusters.ClusterAnswer>;
export type ClusterInfo = Answer<typeof clusters.ClusterInfo>;
export type ClusterWorker = Answer<typeof clusters.ClusterWorker>;

export type VolunteerList = Answer<typeof desk.VolunteerList>;
export type VolunteerInfo = VolunteerList['volunteers'][number];
export type VolunteerToken = Answer<typeof desk.VolunteerToken>;

export type KeptCorrection = Answer<typeof kept.KeptCorrection>;
export type CorrectionAnswer = Answer<typeof kept.CorrectionAnswer>;
export type CorrectionOrder = Frozen<Static<typeof kept.CorrectionRequest>>;
export type KeptDossier = Answer<typeof kept.KeptDossier>;
export type DossierList = Answer<typeof kept.DossierList>;
export type DossierView = Answer<typeof kept.DossierView>;
export type DossierOrder = Frozen<Static<typeof kept.DossierRequest>>;
export type ItemsOrder = Frozen<Static<typeof kept.AddItemsRequest>>;
export type KeptSearch = Answer<typeof kept.KeptSearch>;
export type SavedList = Answer<typeof kept.SavedList>;
