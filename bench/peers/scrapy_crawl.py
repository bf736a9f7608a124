# CrawlSpider as the documentation shows it, with JOBDIR (a persistent queue) and items stored as JSON lines.
# Arguments: start address, folder.
import json
import sys
from urllib.parse import urlsplit

from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor
from scrapy.spiders import CrawlSpider, Rule

start, folder = sys.argv[1], sys.argv[2]
count = 0


class Pages(CrawlSpider):
    name = "pages"
    start_urls = [start]
    allowed_domains = [urlsplit(start).hostname]
    rules = (Rule(LinkExtractor(), callback="parse_page", follow=True),)

    def parse_start_url(self, response, **kwargs):
        return self.parse_page(response)

    def parse_page(self, response):
        global count
        count += 1
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": " ".join(response.css("body ::text").getall())[:5000],
        }


process = CrawlerProcess(
    settings={
        "LOG_LEVEL": "ERROR",
        "JOBDIR": folder + "/job",
        "FEEDS": {folder + "/items.jsonl": {"format": "jsonlines"}},
        "CONCURRENT_REQUESTS": 32,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
        "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": True,
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(Pages)
process.start()
print(json.dumps({"pages": count}))
