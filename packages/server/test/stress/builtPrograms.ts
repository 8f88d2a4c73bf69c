export { default as buildPrograms } from '../support/buildPrograms.ts';
