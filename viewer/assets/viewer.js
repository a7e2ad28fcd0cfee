// What is live: progress of jobs, marking. Everything else, and all of this but the frame that can
// be clicked, works without.
'use strict';

// Figures of the overview, while a job is at work.
async function refresh() {
  const live = document.querySelectorAll('[data-live]');
  if (!live.length) return;
  const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html');
  for (const figure of live) {
    const now = fresh.querySelector(`[data-live="${figure.dataset.live}"]`);
    if (now && now.textContent !== figure.textContent) figure.textContent = now.textContent;
  }
}

// Jobs: how far they are, by the view of jobs; when one has ended, the view is loaded anew.
for (const card of document.querySelectorAll('[data-job]')) {
  const says = card.querySelector('[data-says]'), bar = card.querySelector('progress');
  const ask = async () => {
    try {
      const jobs = new DOMParser().parseFromString(await (await fetch('/jobs')).text(), 'text/html');
      const now = jobs.querySelector(`[data-job="${card.dataset.job}"]`);
      if (!now) { location.reload(); return; }
      says.textContent = now.querySelector('[data-says]').textContent;
      for (const { name, value } of now.querySelector('progress').attributes) bar.setAttribute(name, value);
      await refresh();
    } catch {
      says.textContent = 'The viewer does not answer. Trying again.';
    }
    setTimeout(ask, 1000);
  };
  setTimeout(ask, 500);
}

// Marking.
const form = document.querySelector('form[data-marking]');
// A page without blocks has a field for its text, and needs no script.
if (form && form.querySelector('.blocks')) marking(form);

function marking(form) {
  const frame = form.querySelector('[data-frame]'), status = form.querySelector('[data-status]'), undo = form.querySelector('[data-undo]'), version = form.querySelector('[data-take-back]');
  const list = form.querySelector('.blocks ol'), items = [...list.children];
  const box = (item) => item.querySelector('input');
  const blocks = items.map((item) => [Number(item.dataset.block), item.querySelector('.words').textContent]);
  const places = new Map(blocks.map(([number], place) => [number, place]));
  const chosen = new Set(items.filter((item) => box(item).checked).map((item) => Number(item.dataset.block))); // the blocks that are content
  const steps = [];
  const LOADING = 'The page is loading…';
  let here = -1, saved = true;

  form.classList.add('live');
  for (const part of form.querySelectorAll('[data-frame], [data-undo], [data-keys], [data-past]')) part.hidden = false;
  // A list left through the browser's cache comes back as it was.
  const tell = (message) => frame.contentWindow && frame.contentWindow.postMessage(message, '*');
  const say = (text, good) => { status.textContent = text; status.classList.toggle('good', !!good); };

  // The page is shown from where its content begins.
  const first = Math.max(blocks.findIndex(([number]) => chosen.has(number)), 0);
  frame.addEventListener('load', () => {
    if (status.textContent === LOADING) say('', true);
    tell({ blocks, content: [...chosen] });
    if (blocks.length) go(here < 0 ? first : here);
  });
  if (!status.textContent) say(LOADING, true);
  frame.src = frame.dataset.src;

  function set(numbers, value, step) {
    const changed = numbers.filter((number) => places.has(number) && chosen.has(number) !== value);
    if (!changed.length) return;
    for (const number of changed) {
      if (value) chosen.add(number); else chosen.delete(number);
      box(items[places.get(number)]).checked = value;
    }
    if (step !== false) steps.push([changed, value]);
    saved = false;
    form.elements.empty.value = '';
    tell({ marked: changed, value });
  }
  function takeBack() {
    const step = steps.pop();
    if (!step) return;
    set(step[0], !step[1], false);
    go(places.get(step[0][step[0].length - 1]));
  }
  function go(place, quiet) {
    if (place < 0 || place >= blocks.length) return;
    items[here]?.classList.remove('here');
    here = place;
    const item = items[here];
    item.classList.add('here');
    // By hand, so that the list alone moves and not the whole view.
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < list.scrollTop || bottom > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
    if (!quiet) tell({ here: blocks[here][0] });
  }
  function press(key, shift) {
    const number = here >= 0 ? blocks[here][0] : null;
    switch (key) {
      case 'j': case 'ArrowDown': {
        const painted = here >= 0 && shift ? chosen.has(number) : null;
        go(here + 1);
        if (painted !== null) set([blocks[here][0]], painted);
        return true;
      }
      case 'k': case 'ArrowUp': go(Math.max(here - 1, 0)); return true;
      case ' ': case 'x': if (number !== null) set([number], !chosen.has(number)); return true;
      case 'c': set([...chosen], false); return true;
      case 'u': case 'z': takeBack(); return true;
      case 'Enter': save('next'); return true;
      case 's': save('stay'); return true;
      case 'n': skip(); return true;
    }
    return false;
  }

  const skip = () => { location.href = form.dataset.next; };

  async function save(then) {
    say('Saving…', true);
    const body = new URLSearchParams(new FormData(form));
    body.set('then', then);
    let answer, text, said;
    try {
      answer = await fetch('/mark', { method: 'POST', body, headers: { Accept: 'application/json' } });
      text = await answer.text();
      // A proxy may answer in its own words.
      const isOfViewer = answer.ok && (answer.headers.get('Content-Type') || '').startsWith('application/json');
      said = isOfViewer && JSON.parse(text);
    } catch {
      say('Not saved: the viewer does not answer. Your marks are still here; save again.');
      return;
    }
    if (said) {
      saved = true;
      say('Saved.', true);
      if (then === 'next') { location.href = said.next; return; }
      form.elements.seen.value = version.querySelector('span').textContent = said.saved;
      version.hidden = false;
      return;
    }
    // The view says why, and has the form by which the same is sent once more.
    const view = new DOMParser().parseFromString(text, 'text/html');
    for (const name of ['seen', 'empty']) {
      const field = view.querySelector(`[data-marking] [name=${name}]`);
      if (field) form.elements[name].value = field.value;
    }
    const why = [...view.querySelectorAll('.message p')].map((line) => line.textContent).join('. ');
    say('Not saved: ' + (why || 'error ' + answer.status).replace(/\.?$/, '.'));
  }

  form.addEventListener('submit', (event) => {
    if (event.submitter === version) { saved = true; return; }
    event.preventDefault();
    const then = event.submitter ? event.submitter.value : 'next';
    if (then === 'skip') skip(); else save(then);
  });
  undo.addEventListener('click', takeBack);
  form.querySelector('.strip').addEventListener('click', (event) => {
    if (event.target.dataset.at) go(places.get(Number(event.target.dataset.at)));
  });
  form.addEventListener('change', (event) => {
    if (event.target.name !== 'content') return;
    const number = Number(event.target.value);
    set([number], event.target.checked);
    go(places.get(number), true);
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey && event.key === 'z') { event.preventDefault(); takeBack(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = event.target;
    const isBox = at.matches('input[type=checkbox]');
    // Fields, buttons and links keep their keys.
    if (!isBox && at.closest('input, textarea, select, summary')) return;
    if ((event.key === ' ' || event.key === 'Enter') && (isBox && event.key === ' ' || at.closest('button, a'))) return;
    if (press(event.key.length === 1 ? event.key.toLowerCase() : event.key, event.shiftKey)) event.preventDefault();
  });
  window.addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || !event.data) return;
    const { set: numbers, value, key, shift } = event.data;
    if (Array.isArray(numbers)) {
      set(numbers, !!value);
      if (places.has(numbers[numbers.length - 1])) go(places.get(numbers[numbers.length - 1]), true);
    } else if (typeof key === 'string') press(key, !!shift);
  });
  window.addEventListener('beforeunload', (event) => { if (!saved) event.preventDefault(); });
}
