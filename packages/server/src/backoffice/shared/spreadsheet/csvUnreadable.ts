import { describeStatementFault, type StatementFault, type StatementFaultPlace } from '@tsena/shared';

/** A file that cannot be read as CSV with these columns. The message contains nothing of the file but names of columns. */
export class CsvUnreadable extends Error {
  override readonly name = 'CsvUnreadable';
  readonly fault: StatementFault;
  readonly place: StatementFaultPlace;

  constructor(fault: StatementFault, place: StatementFaultPlace) {
    super(describeStatementFault(fault, place, 'en'));
    this.fault = fault;
    this.place = place;
  }
}
