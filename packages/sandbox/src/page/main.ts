import type { TransactionView } from './views.ts';

const list = document.querySelector('#transactions');

async function refresh(): Promise<void> {
  const response = await fetch('/portal/api/transactions?limit=200');
  const transactions = (await response.json()) as TransactionView[];
  list?.replaceChildren(...transactions.map(item));
}

function item(transaction: TransactionView): HTMLLIElement {
  const row = document.createElement('li');
  row.append(`${transaction.amount} ${transaction.currency} from ${transaction.debitMsisdn}: ${transaction.status} `);
  if (transaction.status === 'pending') row.append(button(transaction, 'Approve'), button(transaction, 'Reject'));
  return row;
}

function button({ serverCorrelationId }: TransactionView, label: 'Approve' | 'Reject'): HTMLButtonElement {
  const element = document.createElement('button');
  element.textContent = label;
  element.addEventListener('click', () => {
    void fetch(`/portal/api/transactions/${serverCorrelationId}/${label.toLowerCase()}`, { method: 'POST' });
  });
  return element;
}

new EventSource('/portal/api/events').addEventListener('change', () => void refresh());
