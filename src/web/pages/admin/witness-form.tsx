// A witness of a case, to be added or changed.
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
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
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';
import { useNewId } from '#web/forms/use-new-id.ts';
import classes from './admin.module.css';
import { capitalized } from './case-words.ts';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useInnerDialog } from '#web/forms/inner-dialog.ts';
import { conflictOf, undoRename, useRecordForm } from '#web/forms/use-record-form.ts';

type Values = { name: string; side: WitnessSide; type: WitnessType };
const NEW: Values = { name: '', side: 'p', type: 'character' };

export function AddWitness({ of }: { of: CaseRecord }) {
  const [values, setValues] = useState(NEW);
  const [id, renewId] = useNewId();
  const add = useMutation(
    api.witnesses.add.mutationOptions({
      meta: { done: 'Witness added successfully', failed: 'Failed to add witness' },
      onSuccess: () => {
        setValues(NEW);
        renewId();
      },
      onError: renewId,
    }),
  );
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!add.isPending && values.name.trim() !== '') add.mutate({ id, caseId: of.id, ...values });
      }}
    >
      <WitnessFields
        values={values}
        set={(change) => setValues((before) => ({ ...before, ...change }))}
        caseType={of.type}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending} disabled={values.name.trim() === ''}>
          Add Witness
        </Button>
      </div>
    </form>
  );
}

interface EditWitnessProps {
  witness: Witness;
  caseType: CaseType;
  onClose: () => void;
}

export function EditWitness({ witness, caseType, onClose }: EditWitnessProps) {
  useInnerDialog(true);
  const form = useRecordForm(witness, ['name', 'side', 'type']);
  const update = useMutation(
    api.witnesses.update.mutationOptions({
      meta: {
        done: 'Witness updated successfully',
        failed: 'Failed to update witness',
        undo: ({ version }: Witness, { changed }: { changed: Partial<Values> }) =>
          undoRename(form.base.name, changed.name, (name) => {
            update.mutate({ witnessId: witness.id, version, changed: { name } });
          }),
      },
      onMutate: ({ witnessId, changed }) =>
        showAtOnce<Witness>([api.witnesses.ofCase.key()], (row) =>
          row.id === witnessId ? ({ ...row, ...changed } as Witness) : row,
        ),
      onError: (_error, _variables, takeBack) => takeBack?.(),
    }),
  );
  const save = (from: Witness) => {
    const changed = form.differing(from);
    if (Object.keys(changed).length === 0) onClose();
    else update.mutate({ witnessId: witness.id, version: from.version, changed }, { onSuccess: onClose });
  };
  const conflict = conflictOf<Witness>(update.error);
  return (
    <Modal opened onClose={onClose} title={`Edit Witness (${witness.name})`} closeOnEscape={conflict === null}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!update.isPending && form.values.name.trim() !== '') save(form.base);
        }}
      >
        <WitnessFields values={form.values} set={form.set} caseType={caseType} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={form.values.name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
      <FormConflict
        conflict={conflict}
        form={form}
        labels={{ name: 'Name', side: 'Side', type: 'Type' }}
        text={(value, field) =>
          field === 'side' ? witnessSideLabel(value as WitnessSide, caseType) : capitalized(String(value))
        }
        saving={update.isPending}
        onKeepMine={(current) => {
          form.keepMine(current);
          save(current);
        }}
        onClose={update.reset}
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
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={200}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <Select
          label="Side"
          data={WITNESS_SIDES.map((side) => ({ value: side, label: witnessSideLabel(side, caseType) }))}
          value={values.side}
          onChange={(side) => side !== null && set({ side })}
        />
        <Select
          label="Type"
          data={WITNESS_TYPES.map((type) => ({ value: type, label: capitalized(type) }))}
          value={values.type}
          onChange={(type) => type !== null && set({ type })}
        />
      </div>
    </>
  );
}
