// Copies witnesses of another case into the open one, such as last season's into this season's.
import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseRecord } from '#contract/cases.ts';
import type { Witness } from '#contract/witnesses.ts';
import { witnessSideLabel } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { capitalized, counted } from '#web/format.ts';
import { newId } from '#web/forms/use-add.ts';
import { calls } from '#web/server/calls.ts';
import { useCases, witnessesOf } from '#web/records/queries.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { useChange } from '#web/server/use-change.ts';
import { AdminForm } from '../form.tsx';

export function CopyWitnesses({ of }: { of: CaseRecord }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" mt="md" onClick={() => setIsOpen(true)}>
        Copy witnesses from another case
      </Button>
      {isOpen && <CopyDialog of={of} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function CopyDialog({ of, onClose }: { of: CaseRecord; onClose: () => void }) {
  const [from, setFrom] = useState<string | null>(null);
  const cases = useCases();
  const offered = (cases.data ?? []).filter(({ id, witnessCount }) => id !== of.id && witnessCount > 0);
  return (
    <Modal onClose={onClose} title={`Copy Witnesses to ${of.name}`}>
      <Loaded what="the cases" of={{ cases }}>
        {() => (
          <Choice
            label="From"
            placeholder="Choose a case"
            value={from}
            options={offered.map(({ id, name, year, witnessCount }) => ({
              value: id,
              label: `${name} - ${year} (${witnessCount})`,
            }))}
            onChoose={setFrom}
          />
        )}
      </Loaded>
      {cases.data !== undefined && offered.length === 0 && <p>No other case has witnesses.</p>}
      {from !== null && <Chosen key={from} from={from} of={of} onClose={onClose} />}
    </Modal>
  );
}

const sameName = (one: Witness, other: Witness): boolean =>
  one.name.localeCompare(other.name, undefined, { sensitivity: 'base' }) === 0;

function Chosen({ from, of, onClose }: { from: string; of: CaseRecord; onClose: () => void }) {
  const theirs = useQuery(witnessesOf(from));
  const ours = useQuery(witnessesOf(of.id));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // Each copy keeps its id, so that copying again after a lost connection adds nobody twice.
  const [ids] = useState(() => new Map<string, string>());
  const copy = useChange({
    send: async (witnesses: readonly Witness[]) => {
      for (const { id, name, side, type } of witnesses) {
        const copyId = ids.get(id) ?? newId();
        ids.set(id, copyId);
        await calls.witnesses.add({ id: copyId, caseId: of.id, name, side, type });
      }
    },
    done: 'Witnesses copied successfully',
    failed: 'Failed to copy witnesses',
    onDone: onClose,
  });
  const isHere = (witness: Witness): boolean => (ours.data ?? []).some((own) => sameName(own, witness));
  const chosen = (theirs.data ?? []).filter((witness) => !left.has(witness.id) && !isHere(witness));
  const toggle = ({ id }: Witness) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  return (
    <Loaded what="the witnesses" of={{ theirs, ours }}>
      {({ theirs: all }) => (
        <AdminForm
          submitLabel={`Copy ${counted(chosen.length, 'Witness', 'Witnesses')}`}
          saving={copy.isPending}
          disabled={chosen.length === 0}
          onSubmit={() => copy.send(chosen)}
          onCancel={onClose}
        >
          <fieldset className="across" style={{ overflowWrap: 'anywhere' }}>
            <legend>Witnesses to copy</legend>
            {all.map((witness) => (
              <Checkbox
                key={witness.id}
                my="0.75rem"
                checked={chosen.includes(witness)}
                disabled={isHere(witness)}
                onChange={() => toggle(witness)}
                label={
                  <>
                    {witness.name}{' '}
                    <Text span c="dimmed" size="sm">
                      {isHere(witness)
                        ? 'already in this case'
                        : `${witnessSideLabel(witness.side, of.type)}, ${capitalized(witness.type)}`}
                    </Text>
                  </>
                }
              />
            ))}
          </fieldset>
        </AdminForm>
      )}
    </Loaded>
  );
}
