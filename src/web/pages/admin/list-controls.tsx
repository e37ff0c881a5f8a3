// The controls of a list beside its search: what to filter by, and which columns to show.
import { Button, Checkbox, Group } from '@mantine/core';
import { Choice } from '#web/components/forms/choice.tsx';
import { DropPanel } from '#web/components/ui/drop-panel.tsx';
import type { Column } from '#web/components/table/record-table.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { useIsPhone } from '#web/components/ui/use-is-phone.ts';
import { searchSchools, useServerChoice } from '#web/forms/use-server-choice.ts';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { useRemembered } from '#web/state/remembered.ts';
import { useAdminAddress, type AdminTab } from './address.ts';
import { filterChoices, filterWords, type FilterKey, type Filters } from './filters.ts';

const ANY = { value: '', label: 'Any' };

/** The filters in words, with the name of the school that is filtered by. */
export function useFilterWords(filters: Filters): { key: FilterKey; text: string }[] {
  const { schoolId = '' } = filters;
  const school = useLoad(
    api.schools.details,
    'Failed to load school details',
    { schoolId },
    { enabled: schoolId !== '' },
  );
  return filterWords(filters, school.data?.name ?? (school.isPending ? '…' : 'unknown'));
}

export function FilterPanel({ tab, filters }: { tab: AdminTab; filters: Filters }) {
  const { changeList } = useAdminAddress();
  const active = Object.keys(filters).length;
  return (
    <DropPanel label={active === 0 ? 'Filter' : `Filter (${active})`}>
      {filterChoices(tab).map(({ key, label, options }) => (
        <Choice
          key={key}
          label={label}
          options={[ANY, ...options]}
          value={String(filters[key] ?? '')}
          onChoose={(value) => changeList({ [key]: value })}
        />
      ))}
      {tab === 'users' && <SchoolChoice onChoose={(schoolId) => changeList({ schoolId })} />}
    </DropPanel>
  );
}

function SchoolChoice({ onChoose }: { onChoose: (schoolId: string) => void }) {
  // All schools would make the panel as long as the page.
  const { isLongEnough, clear, field } = useServerChoice(searchSchools, 1);
  return (
    <SearchChoice
      label="School"
      placeholder="Search for a school"
      first={false}
      {...field}
      onChoose={(school) => {
        if (school === null) return;
        onChoose(school.value);
        clear(school);
      }}
      nothingFound={isLongEnough ? 'Nothing found' : ''}
    />
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ words }: { words: ReturnType<typeof useFilterWords> }) {
  const { changeList } = useAdminAddress();
  if (words.length === 0) return null;
  return (
    <Group component="ul" gap="xs" mb="md" className="screen-only" aria-label="Filters">
      {words.map(({ key, text }) => (
        <li key={key}>
          <Button
            variant="default"
            size="compact-sm"
            radius="xl"
            fw={400}
            aria-label={`Remove filter ${text}`}
            rightSection={<span aria-hidden="true">×</span>}
            onClick={() => changeList({ [key]: '' })}
          >
            {text}
          </Button>
        </li>
      ))}
    </Group>
  );
}

/** The columns that the person has not hidden, and what chooses them. Cards show everything. */
export function useColumns<Row>(tab: AdminTab, columns: readonly Column<Row>[]) {
  const cards = useIsPhone();
  const [remembered, remember] = useRemembered(`columns-${tab}`);
  const hidden = remembered?.split(',') ?? [];
  const show = (key: string, shown: boolean) => {
    const others = hidden.filter((each) => each !== key);
    const next = shown ? others : [...others, key];
    remember(next.length === 0 ? null : next.join(','));
  };
  if (cards) return { shown: columns, panel: null };
  return {
    shown: columns.filter(({ key, inTitle }) => inTitle || !hidden.includes(key)),
    panel: <ColumnsPanel columns={columns} hidden={hidden} onShow={show} />,
  };
}

interface ColumnsPanelProps {
  columns: readonly { key: string; label: string; inTitle?: boolean }[];
  hidden: readonly string[];
  onShow: (key: string, shown: boolean) => void;
}

function ColumnsPanel({ columns, hidden, onShow }: ColumnsPanelProps) {
  return (
    <DropPanel label="Columns">
      {columns.map(({ key, label, inTitle = false }) => (
        <Checkbox
          key={key}
          label={label}
          checked={inTitle || !hidden.includes(key)}
          disabled={inTitle}
          onChange={(event) => onShow(key, event.currentTarget.checked)}
        />
      ))}
    </DropPanel>
  );
}
