package dev.punctual.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** JSON on the command line, passed on as the very text. */
final class JsonArgument implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (!Json.isValue(text)) {
            throw new TypeConversionException("must be one JSON value; a text needs its own quotes: '\"text\"'");
        }
        return text.strip();
    }
}
