/**
 * The scripts of an archived page, made fit to run where nothing of ours and nobody else can be reached. What keeps them in are the sandbox and
 * the policy of the answer (`replay-answer.ts`); here stands what those two cannot do.
 *
 * No policy that browsers know closes WebRTC, so its constructors are deleted. A page can make itself other windows, each with constructors of
 * its own; but no script ever runs in one that was not made fit here: the policy allows files of the replay, each of which begins with
 * `PREFIX`, and scripts inside pages by their digest, prefix included. What a script writes into the page as text is none of those: `RUNNER`
 * runs it by `eval`, in the window where the constructors are gone.
 */
import { createHash } from 'node:crypto';

/** The first that every script does. `window` is the one name that no page can give to something else. */
const PREFIX = 'delete window.RTCPeerConnection;delete window.webkitRTCPeerConnection;';

/** Digests that are told in a header: of more, a proxy makes an error. Scripts beyond them do not run. */
const MOST_INLINE = 100;

const SCRIPT_TYPE = /^(?:(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.[0-5])?|module)?$/i;
const STRICT = /^(?:\s|\/\*[\s\S]{0,4000}?\*\/|\/\/[^\n]{0,1000}\n)*(['"])use strict\1/;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Handlers in attributes, addresses of `javascript:` and scripts that a script makes: the policy stops them all, and here they run after all.
 * Scripts set by `innerHTML` do not, as anywhere. What a page without origin is refused by an error, its stores and its cookies, it has empty
 * and until it is closed: many a page does nothing at all otherwise.
 */
const RUNNER = `${PREFIX}(function(){
var run=eval,made=new WeakSet,create=Document.prototype.createElement;
Document.prototype.createElement=function(){var e=create.apply(this,arguments);if(e instanceof HTMLScriptElement)made.add(e);return e};
function store(){var m=new Map;return{getItem:function(k){k=String(k);return m.has(k)?m.get(k):null},setItem:function(k,v){m.set(String(k),String(v))},removeItem:function(k){m.delete(String(k))},clear:function(){m.clear()},key:function(n){return Array.from(m.keys())[n]||null},get length(){return m.size}}}
['localStorage','sessionStorage'].forEach(function(n){try{Object.defineProperty(window,n,{value:store(),configurable:true})}catch(x){}});
var jar=new Map;Object.defineProperty(Document.prototype,'cookie',{configurable:true,get:function(){return Array.from(jar,function(c){return c.join('=')}).join('; ')},set:function(c){c=String(c).split(';')[0];var at=c.indexOf('=');jar.set(c.slice(0,at).trim(),c.slice(at+1).trim())}});
function later(e){setTimeout(function(){throw e})}
function handlers(e){for(var i=0;i<e.attributes.length;i++){var n=e.attributes[i].name;if(/^on/i.test(n))handler(e,n)}}
function handler(e,n){var c=e.getAttribute(n);try{e[n]=c===null?null:new Function('event','with(this.ownerDocument||document){with(this.form||{}){with(this){'+c+'\\n}}}')}catch(x){later(x)}}
function script(s){if(!made.has(s)||s.hasAttribute('src')||!/^((text|application)\\/(x-)?(java|ecma)script)?$/i.test(s.type))return;var c=s.textContent;if(!c)return;made.delete(s);try{run(c)}catch(x){later(x)}}
function look(e){if(e.nodeType!==1)return;handlers(e);if(e instanceof HTMLScriptElement)script(e);var all=e.querySelectorAll('*');for(var i=0;i<all.length;i++){handlers(all[i]);if(all[i] instanceof HTMLScriptElement)script(all[i])}}
new MutationObserver(function(list){list.forEach(function(m){if(m.type==='attributes'){if(/^on/i.test(m.attributeName))handler(m.target,m.attributeName)}else m.addedNodes.forEach(look)})}).observe(document,{subtree:true,childList:true,attributes:true});
look(document.documentElement);
addEventListener('click',function(e){var a=!e.defaultPrevented&&e.target.closest&&e.target.closest('a[href],area[href]');if(!a)return;var h=a.getAttribute('href').trim();if(!/^javascript:/i.test(h))return;e.preventDefault();h=h.slice(11);try{h=decodeURIComponent(h)}catch(x){}try{run(h)}catch(x){later(x)}});
})();`;

/** Collects what the policy of a page has to allow while its scripts are made fit. */
export class RunningScripts {
  readonly #digests = new Set<string>([digestOf(RUNNER)]);

  /** Sources of the policy: a digest a script. */
  get digests(): readonly string[] {
    return [...this.#digests];
  }

  /** Stands before everything else of a page. */
  get first(): string {
    return `<script>${RUNNER}</script>`;
  }

  /** What stands between the tags of a script; null when it is data, or one script too many. */
  inline(type: string, text: string): string | null {
    if (text.trim() === '' || !SCRIPT_TYPE.test(type.trim())) return null;
    // The browser reads it like this, and takes the digest of that.
    const read = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd');
    const made = (STRICT.test(read) ? "'use strict';" : '') + PREFIX + read;
    const digest = digestOf(made);
    if (!this.#digests.has(digest) && this.#digests.size > MOST_INLINE) return null;
    this.#digests.add(digest);
    return made;
  }
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Whether a browser that was told to believe types runs it. */
export function isScriptType(mime: string): boolean {
  return /^(?:text|application)\/(?:x-)?(?:java|ecma|live|j)script(?:1\.[0-5])?$/.test(mime);
}

/** A file of script; null when it would not begin as it must. */
export function scriptFile(bytes: Buffer): Buffer | null {
  // In UTF-16 the prefix would be no script.
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return null;
  const marked = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
  const script = marked ? bytes.subarray(3) : bytes;
  const strict = STRICT.test(script.subarray(0, 8_192).toString('latin1')) ? "'use strict';" : '';
  return Buffer.concat([marked ? BYTE_ORDER_MARK : Buffer.alloc(0), Buffer.from(strict + PREFIX), script]);
}
