// Reads a JSON array of texts in Markdown and prints, for each renderer, what it makes of them. HTML in a text stays HTML
// in all of them: it is the default of some, and the choice of many who use the others.
import { json } from "node:stream/consumers";

import { HtmlRenderer, Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";

const parser = new Parser();
const writer = new HtmlRenderer();
const plain = new MarkdownIt({ html: true });
const linking = new MarkdownIt({ html: true, linkify: true });
const dangerous = { allowDangerousHtml: true };
const remark = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, dangerous).use(rehypeRaw).use(rehypeStringify);
const renderers = {
  "commonmark.js": (text) => writer.render(parser.parse(text)),
  marked: (text) => marked.parse(text),
  "markdown-it": (text) => plain.render(text),
  "markdown-it, linkify": (text) => linking.render(text),
  "micromark, GFM": (text) =>
    micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  "remark, GFM": (text) => String(remark.processSync(text)),
};

const texts = await json(process.stdin);
for (const [name, render] of Object.entries(renderers)) {
  const rendered = texts.map((text) => {
    try {
      return render(text);
    } catch (error) {
      // A text that a renderer cannot read is shown by nobody.
      return `<pre>${name}: ${String(error).replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`;
    }
  });
  process.stdout.write(`${JSON.stringify({ name, rendered })}\n`);
}
