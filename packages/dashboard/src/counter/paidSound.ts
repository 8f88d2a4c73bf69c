const NOTES_HZ = [659, 880];
const NOTE_S = 0.16;

/** Plays two rising notes. A browser without sound stays silent. */
export function playPaidSound(): void {
  if (typeof AudioContext === 'undefined') return;
  const audio = new AudioContext();
  NOTES_HZ.forEach((frequency, index) => {
    const note = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + index * NOTE_S;
    note.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + 2 * NOTE_S);
    note.connect(volume).connect(audio.destination);
    note.start(from);
    note.stop(from + 2 * NOTE_S);
    if (index === NOTES_HZ.length - 1) note.onended = () => void audio.close();
  });
}
