export default function RulesScreen() {
  return <p class="wrap">RulesScreen</p>;
}
