// Reads a JSON array of texts in Markdown and prints, for each renderer, what it makes of them. HTML in a text stays HTML
// in all of them: it is the default of some, and the choice of many who use the others.
import { json } from "node:stream/consumers";

import katex from "@vscode/markdown-it-katex";
import { HtmlRenderer, Parser } from "commonmark";
import MarkdownIt from "markdown-it";
import definitions from "markdown-it-deflist";
import footnotes from "markdown-it-footnote";
import { Marked, marked } from "marked";
import markedKatex from "marked-katex-extension";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { math, mathHtml } from "micromark-extension-math";
import rehypeRaw from "rehype-raw";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import showdown from "showdown";
import { unified } from "unified";

const parser = new Parser();
const writer = new HtmlRenderer();
const plain = new MarkdownIt({ html: true });
const linking = new MarkdownIt({ html: true, linkify: true });
const extended = new MarkdownIt({ html: true }).use(definitions).use(footnotes);
const formulas = new MarkdownIt({ html: true }).use(katex.default, { throwOnError: false });
const markedFormulas = new Marked(markedKatex({ throwOnError: false }));
const dangerous = { allowDangerousHtml: true };
const raw = { ...dangerous, allowDangerousProtocol: true };
const remark = unified().use(remarkParse).use(remarkGfm).use(remarkRehype, dangerous).use(rehypeRaw).use(rehypeStringify);
const down = new showdown.Converter();
const downGitHub = new showdown.Converter();
downGitHub.setFlavor("github");
const renderers = {
  "commonmark.js": (text) => writer.render(parser.parse(text)),
  marked: (text) => marked.parse(text),
  "marked, formulas": (text) => markedFormulas.parse(text),
  "markdown-it": (text) => plain.render(text),
  "markdown-it, linkify": (text) => linking.render(text),
  "markdown-it, definitions": (text) => extended.render(text),
  "markdown-it, formulas": (text) => formulas.render(text),
  "micromark, GFM": (text) => micromark(text, { ...raw, extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  "micromark, formulas": (text) => micromark(text, { ...raw, extensions: [math()], htmlExtensions: [mathHtml()] }),
  "remark, GFM": (text) => String(remark.processSync(text)),
  showdown: (text) => down.makeHtml(text),
  "showdown, GitHub": (text) => downGitHub.makeHtml(text),
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
