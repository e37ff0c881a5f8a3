// A witness of a case, to add or to edit.
import type { CaseRecord } from '#contract/cases.ts';
import type { Witness } from '#contract/witnesses.ts';
import {
  WITNESS_SIDES,
  WITNESS_TYPES,
  witnessSideLabel,
  type CaseType,
  type WitnessSide,
  type WitnessType,
} from '#contract/words.ts';
import { capitalized } from '#web/format.ts';
import { calls } from '#web/server/calls.ts';
import { EditDialog } from '#web/forms/edit-form.tsx';
import { RecordFields, type Fields } from '#web/forms/record-fields.tsx';
import { hasBlank } from '#web/forms/form-words.ts';
import { useAdd } from '#web/forms/use-add.ts';
import { api } from '#web/server/query-client.ts';
import classes from '../admin.module.css';
import { AdminForm } from '../form.tsx';

type Values = { name: string; side: WitnessSide; type: WitnessType };
const NEW: Values = { name: '', side: 'p', type: 'character' };
const fieldsOf = (caseType: CaseType): Fields<keyof Values> => ({
  name: { label: 'Name', as: 'name' },
  side: {
    label: 'Side',
    as: 'choice',
    options: WITNESS_SIDES.map((side) => ({ value: side, label: witnessSideLabel(side, caseType) })),
  },
  type: {
    label: 'Type',
    as: 'choice',
    options: WITNESS_TYPES.map((type) => ({ value: type, label: capitalized(type) })),
    isBeside: true,
  },
});

export function AddWitness({ of }: { of: CaseRecord }) {
  const form = useAdd({
    what: 'Witness',
    empty: NEW,
    add: (witness) => calls.witnesses.add({ ...witness, caseId: of.id }),
    afterwards: NEW,
  });
  return (
    <AdminForm submitLabel="Add Witness" saving={form.saving} onSubmit={form.save} disabled={hasBlank(form.values)}>
      <RecordFields fields={fieldsOf(of.type)} values={form.values} set={form.set} />
    </AdminForm>
  );
}

interface EditWitnessProps {
  witness: Witness;
  caseType: CaseType;
  onClose: () => void;
}

export const EditWitness = ({ witness, caseType, onClose }: EditWitnessProps) => (
  <EditDialog
    title={`Edit Witness (${witness.name})`}
    size="md"
    className={classes.form}
    what="Witness"
    record={witness}
    fields={() => fieldsOf(caseType)}
    update={({ version }, changed) => calls.witnesses.update({ witnessId: witness.id, version, changed })}
    shownIn={[api.witnesses.ofCase.key()]}
    onClose={onClose}
  />
);
