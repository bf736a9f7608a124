/**
 * Which types of schema.org are things that somebody looks for: products, recipes, persons, events. What describes the page as a document, the
 * site it belongs to, the way to it or a part of another thing is none, and is counted and listed nowhere. The one place that says so.
 */

const NO_THINGS = new Set(
  (
    'WebPage AboutPage CheckoutPage CollectionPage ContactPage FAQPage ItemPage MedicalWebPage ProfilePage QAPage RealEstateListing ' +
    'SearchResultsPage WebSite WebPageElement SiteNavigationElement WPHeader WPFooter WPSideBar WPAdBlock BreadcrumbList Breadcrumb ' +
    'ListItem ItemList OfferCatalog EntryPoint PropertyValueSpecification PropertyValue Organization NewsMediaOrganization Corporation ' +
    'ImageObject VideoObject AudioObject MediaObject Comment UserComments Answer Question SpeakableSpecification CreativeWork ' +
    'Article NewsArticle BlogPosting Blog LiveBlogPosting ReportageNewsArticle OpinionNewsArticle AnalysisNewsArticle TechArticle ' +
    'ScholarlyArticle SocialMediaPosting DiscussionForumPosting DigitalDocument Thing Offer AggregateOffer Rating AggregateRating ' +
    'InteractionCounter PostalAddress GeoCoordinates ContactPoint QuantitativeValue MonetaryAmount Language Country'
  ).split(/\s+/),
);

/** Pages under names of their own, what can be done with them (`SearchAction`), and addresses of sites, which are no types. */
const NO_TYPE = /(?:Page|Article|Posting|Action)$|[./\s]/;

export const isThing = (type: string): boolean => !NO_THINGS.has(type) && !NO_TYPE.test(type);
