// A school's try-outs, and a form that begins one.
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { TryOut } from '#contract/try-outs.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { RowLink } from '#web/components/table/row-link.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { counted, dayText, factsText, isoDayFromNow } from '#web/format.ts';
import { Form } from '#web/forms/form.tsx';
import { useAdd } from '#web/forms/use-add.ts';
import { useSheets } from '#web/records/queries.ts';
import { calls } from '#web/server/calls.ts';
import { api, loadFailure } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';
import { useDayFromNow } from '#web/state/today.ts';
import { RecordFields } from '#web/forms/record-fields.tsx';

export default function TryOutsPage() {
  const { schoolId } = useSchool();
  const tryOuts = useLoad(api.tryOuts.inSchool, 'Failed to load try-outs', { schoolId });
  return (
    <Page
      title="Try-outs"
      narrow
      intro="Several raters score candidates without seeing each other’s scores. Once you end a try-out, you see an estimate for each candidate and how certain it is."
    >
      <Stack gap="lg">
        <ListSection
          title="Your school’s try-outs"
          failure={loadFailure(tryOuts)}
          empty="None yet."
          rows={tryOuts.data}
          row={(tryOut) => (
            <div>
              <RowLink to={`/season/try-outs/${tryOut.id}`}>{tryOut.name}</RowLink>
              <span className="facts">{factsOf(tryOut)}</span>
            </div>
          )}
        />
        {/* The list above may take less room than it had while it was loading. */}
        {!tryOuts.isLoading && <NewTryOut />}
      </Stack>
    </Page>
  );
}

const factsOf = ({ candidates, endedAt, deleteAfter }: TryOut): string =>
  factsText(
    counted(candidates, 'candidate'),
    endedAt === null ? 'raters are scoring' : 'ended',
    `deleted after ${dayText(deleteAfter)}`,
  );

function NewTryOut() {
  const { schoolId } = useSchool();
  const navigate = useNavigate();
  const own = useSheets();
  const [min, max] = [useDayFromNow(1), useDayFromNow(365)];
  const sheets = [TRY_OUT, ...(own.data ?? []).map(({ sheet }) => sheet).filter(({ sides }) => sides.d === null)];
  const form = useAdd({
    what: 'Try-out',
    empty: { name: '', sheet: TRY_OUT.id, deleteAfter: isoDayFromNow(60) },
    add: ({ id, name, sheet, deleteAfter }) =>
      calls.tryOuts.create({
        schoolId,
        id,
        name,
        sheet: sheets.find((each) => each.id === sheet) ?? TRY_OUT,
        deleteAfter,
      }),
    onAdded: ({ id }) => void navigate({ to: '/season/try-outs/$tryOutId', params: { tryOutId: id } }),
  });
  return (
    <Section id="new-try-out" className="card screen-only" title="Start a try-out">
      <Stack component={Form} gap="sm" maw="28rem" mt="sm" onSubmit={form.save}>
        <RecordFields
          fields={{
            name: { label: 'Name', as: 'name' },
            sheet: {
              label: 'Score sheet',
              as: 'choice',
              options: sheets.map(({ id, title }) => ({ value: id, label: title })),
            },
            deleteAfter: {
              label: 'Delete after',
              description:
                'Candidates and scores are deleted after this day. Candidates whom you have added to your roster stay on it.',
              as: 'day',
              required: true,
              min,
              max,
            },
          }}
          values={form.values}
          set={form.set}
        />
        <div>
          <Button type="submit" loading={form.saving}>
            Start
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
