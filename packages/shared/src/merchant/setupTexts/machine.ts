import type { LocalTexts } from '../../language.ts';

/** The machine’s clock and the backup. */
export const machine = {
  clock_right: {
    mg: 'Marina ny famantaranandron’ny mpizara.',
    fr: 'L’horloge du serveur est à l’heure.',
    en: 'The server’s clock is right.',
  },
  clock_wrong: {
    mg: 'Misy elanelana {seconds} segondra ny famantaranandron’ny mpizara sy ny an’ny mpandraharaha.',
    fr: 'L’horloge du serveur a {seconds} secondes d’écart avec celle de l’opérateur.',
    en: 'The server’s clock differs from the operator’s by {seconds} seconds.',
  },
  'clock_wrong.next': {
    mg: 'Ampifanaraho amin’ny NTP ny famantaranandron’ny mpizara: timedatectl set-ntp true',
    fr: 'Synchronisez l’horloge du serveur avec NTP : timedatectl set-ntp true',
    en: 'Synchronize the server’s clock with NTP: timedatectl set-ntp true',
  },
  clock_unknown: {
    mg: 'Tsy azo nampitahaina ny famantaranandro.',
    fr: 'L’horloge n’a pas pu être comparée avec celle de l’opérateur.',
    en: 'The clock could not be compared with the operator’s.',
  },
  'clock_unknown.next': {
    mg: 'Alefaso ao amin’ny mpizara ny timedatectl, ary hamarino fa mifanaraka ny NTP.',
    fr: 'Lancez timedatectl sur le serveur et vérifiez que NTP est synchronisé.',
    en: 'Run timedatectl on the server and check that NTP is synchronized.',
  },
  backup_recent: {
    mg: '{hours} ora izay no nanaovana ny tahiry farany.',
    fr: 'La dernière sauvegarde date d’il y a {hours} h.',
    en: 'The newest backup is {hours} h old.',
  },
  backup_old: {
    mg: '{days} andro izay no nanaovana ny tahiry farany.',
    fr: 'La dernière sauvegarde date d’il y a {days} jours.',
    en: 'The newest backup is {days} days old.',
  },
  'backup_old.next': {
    mg: 'Jereo hoe nahoana no tsy nandeha ny tahiry isan’alina, dia alefaso ny tsena backup.',
    fr: 'Cherchez pourquoi la sauvegarde de chaque nuit n’a pas eu lieu, puis lancez tsena backup.',
    en: 'Find out why the nightly backup did not run, then run tsena backup.',
  },
  backup_none: { mg: 'Mbola tsy nisy tahiry voasoratra.', fr: 'Aucune sauvegarde n’a été enregistrée.', en: 'No backup was recorded.' },
  'backup_none.next': {
    mg: 'Alefaso isan’alina ny tsena backup. Amin’ny PostgreSQL: pg_dump, dia tsena backup --record.',
    fr: 'Lancez tsena backup chaque nuit. Avec PostgreSQL : pg_dump, puis tsena backup --record.',
    en: 'Run tsena backup every night. On PostgreSQL: pg_dump, then tsena backup --record.',
  },
} satisfies LocalTexts;
