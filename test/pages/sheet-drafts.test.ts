// Drafts of score sheets in the browser: what was typed is never lost, whenever the answer to a save arrives.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { startedFrom, withTitle } from '#ballot/sheet/edit.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { discardSaved, hasSameContent, latestDraft, storeDraft } from '#web/pages/school/sheets/sheet-draft.ts';

afterEach(() => localStorage.clear());

const ID = '00000000-0000-4000-8000-000000000000';
const START = startedFrom(KENTUCKY, ID);
const step = fc.oneof(
  fc.record({ does: fc.constant('type' as const), title: fc.constantFrom('One', 'Two', 'Three') }),
  fc.record({ does: fc.constantFrom('save' as const, 'answer' as const) }),
);

test('whenever a version is saved, only the draft that was sent is discarded, and what was typed since is an edit of it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      localStorage.clear();
      let shown = START;
      let sent: typeof START | undefined;
      let saved = 0;
      for (const each of steps) {
        const draft = latestDraft(ID);
        if (each.does === 'type') {
          shown = withTitle(shown, each.title);
          storeDraft({ schoolId: ID, base: draft?.base ?? saved, from: null, sheet: shown });
        } else if (each.does === 'save' && draft && sent === undefined)
          sent = { ...draft.sheet, version: draft.base + 1 };
        else if (each.does === 'answer' && sent) {
          discardSaved(sent);
          saved = sent.version;
          const left = latestDraft(ID);
          if (hasSameContent(sent, shown)) expect(left).toBeUndefined();
          else expect(left).toMatchObject({ base: saved, sheet: { title: shown.title } });
          sent = undefined;
        }
      }
    }),
  );
});

test('a draft stored by another version of the product is ignored', () => {
  storeDraft({ schoolId: ID, base: 0, from: 'kentucky', sheet: START });
  const { [ID]: draft } = JSON.parse(localStorage.getItem('sheetDrafts')!) as Record<string, unknown>;
  for (const stored of ['nonsense', '{}', 'null', '7', '{"a": null, "b": 1, "c": {}, "d": {"sheet": {"id": 1}}}']) {
    localStorage.setItem('sheetDrafts', stored);
    expect(latestDraft(ID)).toBeUndefined();
  }
  localStorage.setItem('sheetDrafts', JSON.stringify({ old: { sheet: { title: 'Old' } }, [ID]: draft }));
  expect(latestDraft(ID)?.sheet).toEqual(START);
});

test('drafts that an earlier version stored as a list are kept', async () => {
  const draft = { schoolId: ID, base: 0, from: 'kentucky', sheet: START };
  localStorage.setItem('sheetDrafts', JSON.stringify([null, { sheet: { title: 'Old' } }, draft]));
  // A new copy of the module, as after a reload of the page.
  const reloaded = '../../src/web/pages/school/sheets/sheet-draft.ts?reloaded';
  const drafts = (await import(reloaded)) as typeof import('#web/pages/school/sheets/sheet-draft.ts');
  expect(drafts.latestDraft(ID)).toEqual(draft);
  drafts.discardDraft(ID);
  expect(localStorage.getItem('sheetDrafts')).toBeNull();
});

test('the order in which the database writes the parts of a sheet doesn’t matter', () => {
  const turned = Object.fromEntries(Object.entries(START).toReversed()) as typeof START;
  expect(hasSameContent(turned, START)).toBe(true);
  expect(hasSameContent(withTitle(turned, 'Another'), START)).toBe(false);
});
