// In the frame of a page that is marked. It finds the blocks' texts in the page, in order, and tells the viewer which
// were clicked or dragged over. It belongs to no origin and can reach nothing.
'use strict';
(() => {
  const spans = new Map(); // a block's number to its spans
  const numbers = new WeakMap(); // and back: what the page itself calls a block is none
  // A form's own may be one of its fields.
  const closest = Element.prototype.closest, parentOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode').get;
  const content = new Set();
  let drag = null, here = null;
  const bare = (text) => text.replace(/\s+/g, '');
  const viewer = (message) => parent.postMessage(message, '*');

  // The text nodes of the page, and where each begins in the text of all, without whitespace.
  function read() {
    const nodes = [];
    let all = '';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      if (closest.call(node.parentElement, 'style, script, .goce-legend')) continue;
      const text = bare(node.data);
      if (text) { nodes.push([node, all.length]); all += text; }
    }
    return [nodes, all];
  }
  // Long texts that occur once are found first. The others are looked for between them, each after the one before. None is
  // looked for further than FAR characters away, and again within NEAR: long pages would take the square of their length.
  const FAR = 300000, NEAR = 20000;
  function place(blocks, all) {
    const found = new Array(blocks.length).fill(-1);
    const find = (text, from, to) => { const at = all.slice(from, Math.min(to, from + FAR)).indexOf(text); return at < 0 ? at : from + at; };
    let least = 0;
    blocks.forEach(([, text], number) => {
      if (text.length < 20) return;
      const at = find(text, least, all.length);
      if (at >= 0 && find(text, at + 1, at + NEAR) < 0) { found[number] = at; least = at + text.length; }
    });
    let from = 0;
    blocks.forEach(([, text], number) => {
      if (found[number] < 0 && text) {
        let to = all.length;
        for (let next = number + 1; next < Math.min(found.length, number + 500); next++) if (found[next] >= 0) { to = found[next]; break; }
        found[number] = find(text, from, to);
      }
      if (found[number] >= 0) from = found[number] + text.length;
    });
    return found;
  }
  function wrap(blocks) {
    const texts = blocks.map(([number, text]) => [number, bare(text)]);
    const [nodes, all] = read();
    const found = place(texts, all);
    const pieces = texts.map(([number, text], block) => [found[block], found[block] + text.length, number])
      .filter(([from, to]) => from >= 0 && to > from).sort((one, other) => one[0] - other[0]);
    let first = 0;
    for (const [node, start] of nodes) {
      const data = node.data, end = start + bare(data).length;
      while (first < pieces.length && pieces[first][1] <= start) first++;
      const own = [];
      for (let piece = first; piece < pieces.length && pieces[piece][0] < end; piece++) own.push(pieces[piece]);
      if (!own.length) continue;
      const parts = document.createDocumentFragment();
      let at = start, part = '', of = null;
      const put = () => {
        if (!part) return;
        if (of === null) { parts.append(part); part = ''; return; }
        const span = document.createElement('span');
        span.className = 'goce-block';
        span.dataset.block = of;
        span.textContent = part;
        numbers.set(span, of);
        parts.append(span);
        if (!spans.has(of)) spans.set(of, []);
        spans.get(of).push(span);
        part = '';
      };
      for (const character of data) {
        const blank = !character.trim();
        if (!blank) {
          const piece = own.find(([from, to]) => from <= at && at < to), now = piece ? piece[2] : null;
          if (now !== of) { put(); of = now; }
          at += character.length;
        }
        part += character;
      }
      put();
      node.replaceWith(parts);
    }
  }
  const toggle = (number, name, value) => { for (const span of spans.get(number) || []) span.classList.toggle(name, value); };
  function mark(number, value) {
    if (value) content.add(number); else content.delete(number);
    toggle(number, 'goce-content', value);
  }
  function go(number) {
    toggle(here, 'goce-here', false);
    here = number;
    toggle(here, 'goce-here', true);
  }
  const blockOf = (element) => {
    while (element && !numbers.has(element)) element = parentOf.call(element);
    return element ? numbers.get(element) : null;
  };

  addEventListener('message', (event) => {
    if (event.source !== parent) return;
    if (event.data.blocks) wrap(event.data.blocks);
    for (const number of event.data.content || []) mark(number, true);
    for (const number of event.data.marked || []) mark(number, event.data.value);
    if ('here' in event.data) {
      go(event.data.here);
      const own = spans.get(here);
      // By hand: scrollIntoView would move the viewer around the frame too.
      if (own) scrollTo({ top: scrollY + own[0].getBoundingClientRect().top - innerHeight / 3, behavior: 'instant' });
    }
  });
  addEventListener('mousedown', (event) => {
    const number = event.button === 0 ? blockOf(event.target) : null;
    if (number === null) return;
    event.preventDefault();
    drag = { value: !content.has(number), numbers: [number] };
    mark(number, drag.value);
  }, true);
  addEventListener('mouseover', (event) => {
    const number = drag && blockOf(event.target);
    if (drag && number !== null && !drag.numbers.includes(number)) { drag.numbers.push(number); mark(number, drag.value); }
  }, true);
  addEventListener('mouseup', () => {
    if (drag) { go(drag.numbers[drag.numbers.length - 1]); viewer({ set: drag.numbers, value: drag.value }); }
    drag = null;
  }, true);
  // Nothing leads out of the page.
  for (const kind of ['click', 'auxclick', 'submit', 'dragstart']) addEventListener(kind, (event) => event.preventDefault(), true);
  addEventListener('keydown', (event) => {
    if (event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key !== 'z') return;
    const key = event.ctrlKey ? 'u' : event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (['Tab', 'PageDown', 'PageUp', 'Home', 'End', 'Shift', 'Escape'].includes(key)) return;
    event.preventDefault();
    viewer({ key, shift: event.shiftKey });
  }, true);
})();
