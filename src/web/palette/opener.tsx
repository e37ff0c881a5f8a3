// Opens the command palette: by its button in the header, Ctrl+K or Cmd+K. `?` opens the list of shortcuts.
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from '#web/art/icons.tsx';
import { lazily } from '#web/components/feedback/lazily.tsx';
import { DialogNotLoaded } from '#web/components/feedback/not-loaded.tsx';
import { remembered } from '#web/state/remembered.ts';
import classes from './opener.module.css';

const loadPalette = () => import('./palette.tsx');
const Palette = lazily(loadPalette, DialogNotLoaded);
/** Starts the download early. If it fails, opening the palette tries again. */
const loadEarly = (): void => void loadPalette().catch(() => {});
const Shortcuts = lazily(() => import('./shortcuts.tsx'), DialogNotLoaded);

const IS_MAC = /^(?:Mac|iP)/.test(navigator.platform);
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable]');
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null;

export function PaletteOpener() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null);
  /** What is typed after Ctrl+K before the palette is there. */
  const [early, setEarly] = useState('');
  const close = () => {
    setOpen(null);
    setEarly('');
  };
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Control' || event.key === 'Meta') loadEarly();
    const isWithKey = event.ctrlKey || event.metaKey;
    // It still downloads.
    if (event.key === 'Escape' && !isDialogOpen()) return close();
    if (open === 'palette' && !isDialogOpen() && event.key.length === 1 && !isWithKey) {
      event.preventDefault();
      return setEarly(early + event.key);
    }
    const isPalette = event.key.toLowerCase() === 'k' && isWithKey && !event.altKey;
    const isHelp = event.key === '?' && !isTyping(event.target) && remembered('no-single-keys') === null;
    // Another dialog may hold unsaved changes.
    if ((!isPalette && !isHelp) || isDialogOpen()) return;
    event.preventDefault();
    setOpen(isPalette ? 'palette' : 'shortcuts');
  });
  return (
    <>
      <button
        type="button"
        className={classes.opener}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={loadEarly}
        onClick={() => setOpen('palette')}
      >
        <Icon name="search" size={18} />
        <span className="spoken-on-phones">Find</span>
        {/* Drawn by the style sheet, because it is no part of the button's name. */}
        <span className={classes.keys} data-keys={IS_MAC ? '⌘ K' : 'Ctrl K'} />
      </button>
      {open === 'palette' && <Palette early={early} onClose={close} onHelp={() => setOpen('shortcuts')} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
    </>
  );
}
