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
import { Choice } from '#web/components/forms/choice.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { NameField } from '#web/components/forms/name-field.tsx';
import { hasBlank } from '#web/forms/form-words.ts';
import { useAdd } from '#web/forms/use-add.ts';
import { useEdit } from '#web/forms/use-edit.ts';
import { api } from '#web/server/query-client.ts';
import { confirmDiscard } from '#web/state/unsaved.ts';
import classes from '../admin.module.css';
import { capitalized } from '#web/records/case-words.ts';
import { Form } from '../form.tsx';

type Values = { name: string; side: WitnessSide; type: WitnessType };
const NEW: Values = { name: '', side: 'p', type: 'character' };
const FIELDS = ['name', 'side', 'type'] as const;
const LABELS = { name: 'Name', side: 'Side', type: 'Type' };

export function AddWitness({ of }: { of: CaseRecord }) {
  const form = useAdd({
    what: 'Witness',
    empty: NEW,
    add: (witness) => calls.witnesses.add({ ...witness, caseId: of.id }),
    afterwards: NEW,
  });
  return (
    <Form submitLabel="Add Witness" saving={form.saving} onSubmit={form.save} disabled={hasBlank(form.values)}>
      <WitnessFields values={form.values} set={form.set} caseType={of.type} />
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
    fields: FIELDS,
    update: (version, changed) => calls.witnesses.update({ witnessId: witness.id, version, changed }),
    shownIn: [api.witnesses.ofCase.key()],
    onSaved: onClose,
  });
  const { values, set, dirty } = edit.form;
  const close = () => void confirmDiscard(dirty).then((may) => may && onClose());
  return (
    <Modal onClose={close} title={`Edit Witness (${witness.name})`}>
      <Form saving={edit.saving} onSubmit={edit.save} onCancel={onClose}>
        <WitnessFields values={values} set={set} caseType={caseType} />
      </Form>
      <FormConflict
        edit={edit}
        labels={LABELS}
        text={(value, field) =>
          field === 'side' ? witnessSideLabel(value as WitnessSide, caseType) : capitalized(String(value))
        }
      />
    </Modal>
  );
}

interface WitnessFieldsProps {
  values: Values;
  set: (change: Partial<Values>) => void;
  caseType: CaseType;
}

function WitnessFields({ values, set, caseType }: WitnessFieldsProps) {
  return (
    <>
      <NameField value={values.name} onChange={(name) => set({ name })} />
      <div className={classes.pair}>
        <Choice
          label="Side"
          options={WITNESS_SIDES.map((side) => ({ value: side, label: witnessSideLabel(side, caseType) }))}
          value={values.side}
          onChoose={(side) => set({ side })}
        />
        <Choice
          label="Type"
          options={WITNESS_TYPES.map((type) => ({ value: type, label: capitalized(type) }))}
          value={values.type}
          onChoose={(type) => set({ type })}
        />
      </div>
    </>
  );
}
