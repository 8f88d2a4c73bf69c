import { useMutation } from '@tanstack/react-query';
import { dayOf } from '@tsena/shared/merchant';
import type { Filter } from '../core/filter.ts';
import { sentenceOf, useDashboard, useTexts } from './desk.ts';

interface ExportProps {
  readonly filter: Filter;
  /** The list is narrowed to a person's number, the export is not. */
  readonly numberLeftOut: boolean;
}

/** Saves the payments that the filter names as a file for a spreadsheet. */
export function Export({ filter, numberLeftOut }: ExportProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const save = useMutation({ mutationFn: () => api.csv(filter), onSuccess: saveFile });
  return (
    <div className="export">
      <button type="button" className="button" aria-disabled={save.isPending} onClick={() => save.isPending || save.mutate()}>
        {t(save.isPending ? 'export.busy' : 'export.go')}
      </button>
      {numberLeftOut ? <p className="hint">{t('export.number')}</p> : null}
      {save.error === null ? null : (
        <p className="fault" role="alert">
          {sentenceOf(save.error, texts)}
        </p>
      )}
    </div>
  );
}

function saveFile(file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `payments-${dayOf(Date.now())}.csv`;
  link.click();
  // The browser has to take hold of it first.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
