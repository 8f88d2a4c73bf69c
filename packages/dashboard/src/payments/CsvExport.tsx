import { useMutation } from '@tanstack/react-query';
import { dayOf } from '@tsena/shared/merchant';
import type { Filter } from '../core/filter.ts';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { saveFile } from '../shared/saveFile.ts';

interface CsvExportProps {
  readonly filter: Filter;
  /** Digits that are searched for; see `ListRequest`. */
  readonly digits: string;
}

/** Saves the payments that match the filter as a CSV file. */
export function CsvExport({ filter, digits }: CsvExportProps) {
  const { t } = useTexts();
  const { api } = useDashboard();
  const save = useMutation({
    mutationFn: () => api.csv(filter, digits),
    onSuccess: (file) => saveFile(file, `payments-${dayOf(Date.now())}.csv`),
  });
  return (
    <div className="tight">
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        {t(save.isPending ? 'export.busy' : 'export.submit')}
      </Button>
      <ErrorText error={save.error} />
    </div>
  );
}
