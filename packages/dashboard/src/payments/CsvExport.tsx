import { useMutation } from '@tanstack/react-query';
import { dayOf } from '@tsena/shared/merchant';
import type { Filter } from '../core/filter.ts';
import { describeError, useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { saveFile } from '../shared/saveFile.ts';

interface CsvExportProps {
  readonly filter: Filter;
  /** Digits that are searched for; see `ListRequest`. */
  readonly digits: string;
}

/** Saves the payments that match the filter as a CSV file. */
export function CsvExport({ filter, digits }: CsvExportProps) {
  const texts = useTexts();
  const { t } = texts;
  const { api } = useDashboard();
  const save = useMutation({
    mutationFn: () => api.csv(filter, digits),
    onSuccess: (file) => saveFile(file, `payments-${dayOf(Date.now())}.csv`),
  });
  return (
    <div className="export">
      <button type="button" className="button" aria-disabled={save.isPending} onClick={() => save.isPending || save.mutate()}>
        {t(save.isPending ? 'export.busy' : 'export.submit')}
      </button>
      {save.error === null ? null : (
        <p className="error" role="alert">
          {describeError(save.error, texts)}
        </p>
      )}
    </div>
  );
}
