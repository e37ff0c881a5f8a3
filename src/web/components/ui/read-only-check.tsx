import classes from './read-only-check.module.css';

/** A checkbox that only shows its state, so it looks like a mark and not like a control. */
export function ReadOnlyCheck({ checked, label }: { checked: boolean; label: string }) {
  return <input type="checkbox" className={classes.check} checked={checked} readOnly disabled aria-label={label} />;
}
