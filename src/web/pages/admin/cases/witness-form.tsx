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
import { calls } from '#web/server/calls.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { RecordFields, textOf, type Fields } from '#web/forms/record-fields.tsx';
import { hasBlank } from '#web/forms/form-words.ts';
import { useAdd } from '#web/forms/use-add.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { api } from '#web/server/query-client.ts';
import { confirmDiscard } from '#web/state/unsaved.ts';
import { capitalized } from '#web/records/case-words.ts';
import { Form } from '../form.tsx';

type Values = { name: string; side: WitnessSide; type: WitnessType };
const NEW: Values = { name: '', side: 'p', type: 'character' };
const LABELS = { name: 'Name', side: 'Side', type: 'Type' };
const fieldsOf = (caseType: CaseType): Fields<keyof Values> => ({
  name: { label: LABELS.name, as: 'name' },
  side: {
    label: LABELS.side,
    as: 'choice',
    options: WITNESS_SIDES.map((side) => ({ value: side, label: witnessSideLabel(side, caseType) })),
  },
  type: {
    label: LABELS.type,
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
    <Form submitLabel="Add Witness" saving={form.saving} onSubmit={form.save} disabled={hasBlank(form.values)}>
      <RecordFields fields={fieldsOf(of.type)} values={form.values} set={form.set} />
    </Form>
  );
}

interface EditWitnessProps {
  witness: Witness;
  caseType: CaseType;
  onClose: () => void;
}

export function EditWitness({ witness, caseType, onClose }: EditWitnessProps) {
  const edit = useEdit({
    what: 'Witness',
    record: witness,
    fields: ['name', 'side', 'type'] as const,
    update: (version, changed) => calls.witnesses.update({ witnessId: witness.id, version, changed }),
    shownIn: [api.witnesses.ofCase.key()],
    onSaved: onClose,
  });
  const { values, set, dirty } = edit.form;
  const fields = fieldsOf(caseType);
  const close = () => void confirmDiscard(dirty).then((may) => may && onClose());
  return (
    <Modal onClose={close} title={`Edit Witness (${witness.name})`}>
      <Form saving={edit.saving} onSubmit={edit.save} onCancel={onClose}>
        <RecordFields<Values> fields={fields} values={values} set={set} />
      </Form>
      <FormConflict edit={edit} labels={LABELS} text={(value, name) => textOf(fields[name], value)} />
    </Modal>
  );
}
