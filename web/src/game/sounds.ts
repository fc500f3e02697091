// Wood on wood, made on the spot: a short burst of noise through the body of a block.
import { setting } from '../ui/settings.svelte';

const SOUND_S = 0.14;
let context: AudioContext | undefined;

/** Knocks once, if sounds are wanted; a higher pitch is a smaller piece. */
export function playKnock(pitch = 1): void {
  if (setting('sounds') !== 'on') return;
  context ??= new AudioContext();
  void context.resume();
  const now = context.currentTime;
  const loudness = context.createGain();
  loudness.gain.setValueAtTime(0.5, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + SOUND_S);
  loudness.connect(context.destination);
  strike(context, loudness, pitch, now);
  body(context, loudness, pitch, now);
}

function strike(audio: AudioContext, out: AudioNode, pitch: number, now: number): void {
  const samples = audio.createBuffer(1, audio.sampleRate * SOUND_S, audio.sampleRate);
  const noise = samples.getChannelData(0);
  for (let i = 0; i < noise.length; i += 1) {
    noise[i] = (Math.random() * 2 - 1) * Math.exp((-14 * i) / noise.length);
  }
  const source = new AudioBufferSourceNode(audio, { buffer: samples });
  const wood = new BiquadFilterNode(audio, { type: 'bandpass', frequency: 900 * pitch, Q: 3 });
  source.connect(wood).connect(out);
  source.start(now);
}

function body(audio: AudioContext, out: AudioNode, pitch: number, now: number): void {
  const thump = new OscillatorNode(audio, { type: 'sine', frequency: 190 * pitch });
  thump.frequency.exponentialRampToValueAtTime(90 * pitch, now + SOUND_S);
  thump.connect(out);
  thump.start(now);
  thump.stop(now + SOUND_S);
}
